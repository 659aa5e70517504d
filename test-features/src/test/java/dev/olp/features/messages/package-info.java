/** Anthropic's Messages API. */
@NullMarked
package dev.olp.features.messages;

import org.jspecify.annotations.NullMarked;
