/**
 * The adapter for {@code claude} (Claude Code). The conversation is replayed as real turns on stdin in stream-json,
 * the answer is read from its event lines. No other adapter's classes may be used here.
 */
@NullMarked
package dev.olp.provider.anthropic;

import org.jspecify.annotations.NullMarked;
