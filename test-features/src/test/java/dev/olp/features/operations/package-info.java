/** What an operator watches and does while OLP runs. */
@NullMarked
package dev.olp.features.operations;

import org.jspecify.annotations.NullMarked;
