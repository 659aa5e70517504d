package dev.olp.app.command;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the management API refuses, in the command line's terms. */
final class Refusals {
    private Refusals() {}

    /** Throws, always. */
    static void tell(int status, String param, String message) throws UsageException, CommandFailure {
        String text = message.lines().map(Shown::harmless).collect(Collectors.joining("\n"));
        switch (status) {
            case 400 -> throw new UsageException(asOption(param, text));
            case 404, 409 -> throw new UsageException(text);
            case 401, 403 -> throw new CommandFailure(ExitCode.AUTH, text);
            default -> throw new CommandFailure(ExitCode.FAILURE, text);
        }
    }

    /** The fields are called as the options are. */
    private static String asOption(String param, String text) {
        if (param.isEmpty()) {
            return text;
        }
        String option = "--" + param.toLowerCase(Locale.ROOT).replace('_', '-') + ":";
        for (String field : List.of(param + ":", "'" + param + "'")) {
            if (text.startsWith(field)) {
                return option + text.substring(field.length());
            }
        }
        return option + " " + text;
    }
}
