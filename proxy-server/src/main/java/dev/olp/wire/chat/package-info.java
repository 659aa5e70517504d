/** OpenAI's chat completions: request bytes to the IR, events to SSE frames or one body. Pure: no I/O, clock or ids. */
@NullMarked
package dev.olp.wire.chat;

import org.jspecify.annotations.NullMarked;
