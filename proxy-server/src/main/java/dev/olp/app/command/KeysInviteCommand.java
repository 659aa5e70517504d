package dev.olp.app.command;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp keys invite}: a guest's key whose token its holder fetches himself, by a link that works once. */
@Command(
        name = "invite",
        description = {
            "Make a guest's key and a link that shows its token, once, to whoever opens it.",
            "For a name that a key has that was never used, a new link; the old one ends."
        })
final class KeysInviteCommand extends KeysSubcommand {
    @Parameters(paramLabel = "NAME", description = "The key's name.")
    String name = "";

    @Option(
            names = "--expires",
            paramLabel = "SPAN",
            defaultValue = "1h",
            description =
                    "How long the link works, up to 90d; ${DEFAULT-VALUE} if left out. The key itself has no end.")
    String expires = "1h";

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The server's address as the other device sees it, such as http://192.168.1.2:4567.")
    @Nullable
    String url;

    @Mixin
    ScopeOptions scope = new ScopeOptions();

    KeysInviteCommand(CommandContext context) {
        super(context);
    }

    @Override
    int run(ManagementDoor door) throws UsageException, CommandFailure {
        ObjectNode link =
                object().put("link_seconds", Expiry.span("--expires", expires).toSeconds());
        ObjectNode invited = call(door, "POST", link, keyId(door), "invite");
        String base = url == null ? door.url() : url.replaceFirst("/+$", "");
        invited.put("link", base + text(invited, "path", ""));
        if (json) {
            printJson(invited);
            return ExitCode.OK;
        }
        context.console().line(text(invited, "link", ""));
        context.console()
                .note("Works once, until %s, for the key \"%s\" (%s).%s"
                        .formatted(
                                text(invited, "link_ends_at", ""),
                                text(invited, "name", ""),
                                text(invited, "id", ""),
                                url == null
                                        ? " On another device put this server's own address before /invite (or say --url)."
                                        : ""));
        return ExitCode.OK;
    }

    /** Never that of a key in use: its holder would lose it to whoever opens the link. */
    private String keyId(ManagementDoor door) throws UsageException, CommandFailure {
        Optional<ObjectNode> known = valid(keys(call(door, "GET")), name);
        if (known.isPresent()) {
            if (text(known.get(), "last_used_at", "").isEmpty()) {
                return text(known.get(), "id", "");
            }
            throw new UsageException("NAME: a key that is in use has it (expected: another one, or rotate that key)");
        }
        ObjectNode body = object().put("name", name);
        scope.putScope(body);
        return text(call(door, "POST", body), "id", "");
    }
}
