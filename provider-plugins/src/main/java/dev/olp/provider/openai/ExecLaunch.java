package dev.olp.provider.openai;

import dev.olp.isolation.contract.HomeFile;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.LaunchContext;
import dev.olp.provider.LaunchPlan;
import dev.olp.provider.Part;
import dev.olp.provider.Turn;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** How a codex without an app server is started: the conversation as one text, instructions and images as files. */
final class ExecLaunch {
    private static final String INSTRUCTIONS_FILE = CodexHome.FOLDER + "/instructions.md";

    private ExecLaunch() {}

    /** @param shared arguments that every way of starting it has */
    static LaunchPlan plan(LaunchContext context, ChatRequest request, List<String> shared, HomeFile catalog) {
        List<HomeFile> files = new ArrayList<>();
        files.add(catalog);
        FlatPrompt prompt = new FlatPrompt(request, context.turnLabel());
        List<String> instructions = new ArrayList<>(request.system());
        instructions.add(prompt.explanation());
        instructions.removeIf(String::isBlank);
        if (instructions.isEmpty()) {
            instructions.add(AppServerRequests.NEUTRAL_INSTRUCTIONS);
        }
        files.add(new HomeFile(
                INSTRUCTIONS_FILE, String.join("\n\n", instructions).getBytes(StandardCharsets.UTF_8)));
        List<String> images = new ArrayList<>();
        for (Part.Image image : images(request)) {
            String name = CodexHome.FOLDER + "/image-" + images.size();
            files.add(new HomeFile(name, Base64.getDecoder().decode(image.base64())));
            images.add(CodexHome.path(context.paths(), name));
        }
        List<String> args = new ArrayList<>(
                CodexArguments.exec(context.model(), CodexHome.path(context.paths(), INSTRUCTIONS_FILE), images));
        args.addAll(shared);
        return new LaunchPlan(
                args,
                CodexHome.environment(context.login(), context.paths()),
                List.of(CodexHome.FOLDER),
                files,
                false,
                new ExecDialogue(prompt));
    }

    private static List<Part.Image> images(ChatRequest request) {
        List<Part> parts = new ArrayList<>();
        for (Turn turn : request.turns()) {
            switch (turn) {
                case Turn.User user -> parts.addAll(user.parts());
                case Turn.Tool tool -> parts.addAll(tool.parts());
                case Turn.Assistant ignored -> {}
            }
        }
        return parts.stream()
                .filter(Part.Image.class::isInstance)
                .map(Part.Image.class::cast)
                .toList();
    }
}
