/** Which login a run shows to its provider. Reads secrets, never writes or refreshes one; that has an owner of its own. */
@NullMarked
package dev.olp.logins;

import org.jspecify.annotations.NullMarked;
