package dev.olp.endpoint;

import dev.olp.auth.Admission;
import dev.olp.auth.Gate;
import dev.olp.endpoint.Audited.Call;
import dev.olp.http.ClientGone;
import dev.olp.registry.ModelEntry;
import dev.olp.registry.ModelRegistry;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import dev.olp.wire.models.ModelsBody;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** {@code GET /v1/models} and {@code /v1/models/{id}}, in OpenAI's shape or, with anthropic-version, in Anthropic's. */
final class ModelsEndpoint implements Audited.Work {
    private static final String PREFIX = "/v1/models/";

    private final Gate gate;
    private final ModelRegistry registry;
    private final Set<String> enabled;

    ModelsEndpoint(Gate gate, ModelRegistry registry, Set<String> enabled) {
        this.gate = gate;
        this.registry = registry;
        this.enabled = Set.copyOf(enabled);
    }

    @Override
    public void serve(Call call) throws ApiException, ClientGone, InterruptedException {
        Admission admission = call.admit(gate);
        Predicate<ModelEntry> visible =
                model -> enabled.contains(model.provider()) && admission.scope().allows(model.provider(), model.id());
        Map<String, String> headers = ReplyHeaders.of(call.ledger(), List.of());
        boolean anthropic = call.request().header("anthropic-version") != null;
        String path = call.request().path();
        if (path.startsWith(PREFIX)) {
            ModelEntry model = one(path.substring(PREFIX.length()), visible);
            call.ledger().success();
            Json.reply(call.sink(), anthropic ? ModelsBody.anthropic(model) : ModelsBody.openAi(model), headers);
        } else {
            List<ModelEntry> models = registry.models().stream().filter(visible).toList();
            call.ledger().success();
            Json.reply(call.sink(), anthropic ? ModelsBody.anthropic(models) : ModelsBody.openAi(models), headers);
        }
    }

    private ModelEntry one(String asked, Predicate<ModelEntry> visible) throws ApiException {
        return registry.resolve(decoded(asked))
                .filter(visible)
                .orElseThrow(() -> new ApiException(ApiError.of(
                        404, "model_not_found", "There is no such model here; GET /v1/models lists them.")));
    }

    /** SDKs escape the slash and the colon of an id ({@code anthropic%2F…}); a plus in a path is a plus. */
    private static String decoded(String asked) {
        return URLDecoder.decode(asked.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
