package dev.olp.provider;

import org.jspecify.annotations.Nullable;

/**
 * One tool that a client offers to the model, and runs itself.
 *
 * @param name of 1 to 64 letters, digits, {@code _} and {@code -}; unique in a request
 * @param description for the model; may be empty
 * @param inputSchema a JSON object as text, as the client sent it: the JSON Schema of its arguments, an object's
 * @param strict whether the arguments must match the schema exactly; null where the client did not say
 */
public record Tool(
        String name,
        String description,
        String inputSchema,
        @Nullable Boolean strict) {}
