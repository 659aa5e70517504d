package dev.olp.endpoint;

import dev.olp.auth.Gate;
import dev.olp.endpoint.Audited.Call;
import dev.olp.http.ClientGone;
import dev.olp.registry.ModelEntry;
import dev.olp.registry.ModelRegistry;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import dev.olp.wire.models.ModelsBody;
import java.util.List;
import java.util.Set;

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
    public void serve(Call call) throws ApiException, ClientGone {
        call.ledger().caller(gate.admit(call.request()).caller());
        boolean anthropic = call.request().header("anthropic-version") != null;
        String path = call.request().path();
        if (path.startsWith(PREFIX)) {
            ModelEntry model = one(path.substring(PREFIX.length()));
            Json.reply(call.sink(), anthropic ? ModelsBody.anthropic(model) : ModelsBody.openAi(model));
        } else {
            List<ModelEntry> models = registry.models().stream()
                    .filter(model -> enabled.contains(model.provider()))
                    .toList();
            Json.reply(call.sink(), anthropic ? ModelsBody.anthropic(models) : ModelsBody.openAi(models));
        }
        call.ledger().success();
    }

    private ModelEntry one(String asked) throws ApiException {
        return registry.resolve(asked)
                .filter(model -> enabled.contains(model.provider()))
                .orElseThrow(() -> new ApiException(ApiError.of(
                        404, "model_not_found", "There is no such model here; GET /v1/models lists them.")));
    }
}
