/**
 * Spans of chat requests through OpenTelemetry's API, by its GenAI conventions. Nothing is recorded unless an agent or an
 * SDK stands behind the API. No prompt, no answer, no key and nobody's address is in any of them.
 */
@NullMarked
package dev.olp.tracing;

import org.jspecify.annotations.NullMarked;
