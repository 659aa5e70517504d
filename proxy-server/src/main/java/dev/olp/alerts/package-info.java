/** What an operator is told of without asking. */
@NullMarked
package dev.olp.alerts;

import org.jspecify.annotations.NullMarked;
