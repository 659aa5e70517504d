/**
 * The adapter for OpenAI's {@code codex}: by {@code app-server} (JSON-RPC lines, real deltas) where the version has it,
 * else by {@code exec --json}. Nothing here runs a process or reads a file, and nothing knows another vendor.
 */
@NullMarked
package dev.olp.provider.openai;

import org.jspecify.annotations.NullMarked;
