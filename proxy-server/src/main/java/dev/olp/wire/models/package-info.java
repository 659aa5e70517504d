/** The models lists, in OpenAI's and in Anthropic's shape. */
@NullMarked
package dev.olp.wire.models;

import org.jspecify.annotations.NullMarked;
