package dev.olp.provider.openai;

import dev.olp.isolation.contract.HomePaths;
import dev.olp.provider.ChatRequest;

/**
 * A request over {@code codex app-server}.
 *
 * @param model the model id that the CLI is given
 * @param paths the run's folders as the child sees them
 */
record AppServerChat(CodexVersion version, String model, HomePaths paths, ChatRequest request, LastTools lastTools) {
    /** With a codex that is started for it. */
    AppServerDialogue cold() {
        return new AppServerDialogue(requests(), events());
    }

    /** With one that was started ahead. */
    AppServerDialogue late() {
        return AppServerDialogue.late(requests(), events());
    }

    private AppServerRequests requests() {
        return new AppServerRequests(
                request,
                model,
                paths.work(),
                version.atLeast(CodexVersion.FIRST_WITH_DEVELOPER_MESSAGE),
                EchoSize.fits(request),
                tools());
    }

    private TurnEvents events() {
        return new TurnEvents(new ToolWatch(request, tools().names()));
    }

    private DynamicTools tools() {
        return new DynamicTools(request.tools(), version, lastTools);
    }
}
