package dev.olp.app.command;

import dev.olp.audit.Verification;
import dev.olp.config.ConfigException;
import dev.olp.config.Home;
import dev.olp.store.sqlite.AuditSeals;
import dev.olp.store.sqlite.SqliteAuditReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code olp audit verify}. */
@Command(
        name = "verify",
        description = "Check that no row was altered, inserted, removed or cut off; exit 2 if one was.")
final class AuditVerifyCommand extends HomeCommand {
    private static final int EVERY = 10_000;

    private final SealSource seals;

    AuditVerifyCommand(CommandContext context, SealSource seals) {
        super(context);
        this.seals = seals;
    }

    @Override
    int run() throws ConfigException, CommandFailure {
        Home home = Home.open(context.environment());
        Verification found;
        try (SqliteAuditReader reader = SqliteAuditReader.open(home.auditDatabase());
                Progress progress = new Progress(context.console(), true, "rows checked", EVERY)) {
            found = reader.verify(key(home), home.sealFile(), progress::step);
        }
        if (json) {
            printJson(asMap(found));
        } else {
            found.notes().forEach(context.console()::note);
            context.console()
                    .line(("%d rows in %d segments are as they were written (%d erased, %d segments past their"
                                    + " retention, %d rows older than the chain)")
                            .formatted(
                                    found.rows(),
                                    found.segments(),
                                    found.erased(),
                                    found.dropped(),
                                    found.unchained()));
            if (found.fault() != null) {
                context.console().note("NOT GOOD: " + found.fault());
            }
        }
        return found.isGood() ? ExitCode.OK : ExitCode.FAILURE;
    }

    private AuditSeals key(Home home) throws CommandFailure {
        try {
            return seals.of(home);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILURE, String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, @Nullable Object> asMap(Verification found) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("ok", found.isGood());
        map.put("fault", found.fault());
        map.put("rows", found.rows());
        map.put("erased", found.erased());
        map.put("segments", found.segments());
        map.put("dropped", found.dropped());
        map.put("unchained", found.unchained());
        map.put("notes", found.notes());
        return map;
    }
}
