/**
 * A stand-in for the providers' APIs on loopback: Anthropic Messages, OpenAI Responses, OpenAI chat completions and an
 * OAuth token endpoint, with a fault for every scenario that the tests name. Used by {@code olp demo}, the self-test and
 * the tests. Nothing of the request path may depend on it, and it knows nothing of the request path.
 */
@NullMarked
package dev.olp.fakeupstream;

import org.jspecify.annotations.NullMarked;
