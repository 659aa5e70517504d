/** Who may do what, and what is written down of it: keys, the owner, refusals to start, the audit log. */
@NullMarked
package dev.olp.features.identity;

import org.jspecify.annotations.NullMarked;
