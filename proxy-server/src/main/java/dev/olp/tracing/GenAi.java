package dev.olp.tracing;

import dev.olp.provider.Usage;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The names that OpenTelemetry's conventions have, and those of ours that they lack. */
final class GenAi {
    static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
    static final AttributeKey<String> PROVIDER = AttributeKey.stringKey("gen_ai.provider.name");
    static final AttributeKey<String> REQUEST_MODEL = AttributeKey.stringKey("gen_ai.request.model");
    static final AttributeKey<Boolean> REQUEST_STREAM = AttributeKey.booleanKey("gen_ai.request.stream");
    static final AttributeKey<String> RESPONSE_MODEL = AttributeKey.stringKey("gen_ai.response.model");
    static final AttributeKey<List<String>> FINISH_REASONS =
            AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");
    static final AttributeKey<Double> TIME_TO_FIRST_CHUNK =
            AttributeKey.doubleKey("gen_ai.response.time_to_first_chunk");
    static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
    static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
    static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    static final AttributeKey<String> SERVER_ADDRESS = AttributeKey.stringKey("server.address");
    static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
    static final AttributeKey<String> REQUEST_ID = AttributeKey.stringKey("olp.request.id");
    static final AttributeKey<String> CACHE_STATUS = AttributeKey.stringKey("olp.cache.status");
    static final AttributeKey<Long> FALLBACK_HOPS = AttributeKey.longKey("olp.fallback_hops");
    static final AttributeKey<Boolean> ESTIMATED = AttributeKey.booleanKey("olp.usage.estimated");
    static final AttributeKey<String> ACCOUNT = AttributeKey.stringKey("olp.provider.account");
    static final AttributeKey<Double> QUEUE = AttributeKey.doubleKey("olp.queue.duration");
    static final AttributeKey<Double> SPAWN = AttributeKey.doubleKey("olp.spawn.duration");

    private static final AttributeKey<Long> INPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.input_tokens");
    private static final AttributeKey<Long> CACHED_TOKENS =
            AttributeKey.longKey("gen_ai.usage.cache_read.input_tokens");
    private static final AttributeKey<Long> OUTPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.output_tokens");
    private static final AttributeKey<Long> REASONING_TOKENS =
            AttributeKey.longKey("gen_ai.usage.reasoning.output_tokens");

    private static final String CHAT = "chat";

    private GenAi() {}

    /** @param model one of the registry's, so that names stay few; null where it never came to one */
    static String spanName(@Nullable String model) {
        return model == null ? CHAT : CHAT + " " + model;
    }

    static AttributesBuilder chat(AttributesBuilder attributes) {
        return attributes.put(OPERATION, CHAT);
    }

    /** The conventions' name of a provider. */
    static String provider(String id) {
        return id.equals("mistral") ? "mistral_ai" : id;
    }

    static void usage(AttributesBuilder attributes, Usage usage, boolean estimated) {
        attributes
                .put(INPUT_TOKENS, usage.inputTokens())
                .put(CACHED_TOKENS, usage.cachedInputTokens())
                .put(OUTPUT_TOKENS, usage.outputTokens())
                .put(REASONING_TOKENS, usage.reasoningTokens())
                .put(ESTIMATED, estimated);
    }
}
