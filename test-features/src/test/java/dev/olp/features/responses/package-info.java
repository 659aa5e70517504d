/** OpenAI's Responses API, as its clients see it. */
@NullMarked
package dev.olp.features.responses;

import org.jspecify.annotations.NullMarked;
