package dev.olp.app.command;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code olp keys limits}: shows or changes what one key has instead of the defaults. */
@Command(
        name = "limits",
        description = {
            "Show or change a key's own limits, from the next request on.",
            "A number is its own limit, \"none\" lifts the default, \"default\" brings it back."
        })
final class KeysLimitsCommand extends KeysSubcommand {
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,19}(\\.\\d{1,9})?");

    private final ObjectNode changes = object();

    @Parameters(paramLabel = "ID-OR-NAME", description = "The key's id or exact name.")
    String idOrName = "";

    @Option(names = "--clear", description = "Take all own limits away first: the defaults hold again.")
    boolean clear;

    KeysLimitsCommand(CommandContext context) {
        super(context);
    }

    @Option(names = "--requests-per-minute", paramLabel = "N", description = "Requests begun in any minute.")
    void requestsPerMinute(String value) {
        wish("requests_per_minute", value);
    }

    @Option(names = "--requests-per-day", paramLabel = "N", description = "Requests in a day.")
    void requestsPerDay(String value) {
        wish("requests_per_day", value);
    }

    @Option(names = "--requests-per-week", paramLabel = "N", description = "Requests in a week, from Monday.")
    void requestsPerWeek(String value) {
        wish("requests_per_week", value);
    }

    @Option(names = "--requests-per-month", paramLabel = "N", description = "Requests in a calendar month.")
    void requestsPerMonth(String value) {
        wish("requests_per_month", value);
    }

    @Option(names = "--tokens-per-day", paramLabel = "N", description = "Input and output tokens in a day.")
    void tokensPerDay(String value) {
        wish("tokens_per_day", value);
    }

    @Option(names = "--tokens-per-month", paramLabel = "N", description = "Input and output tokens in a month.")
    void tokensPerMonth(String value) {
        wish("tokens_per_month", value);
    }

    @Option(names = "--usd-per-month", paramLabel = "N", description = "US dollars in a month, such as 20 or 7.50.")
    void usdPerMonth(String value) {
        wish("usd_per_month", value);
    }

    @Option(names = "--concurrent", paramLabel = "N", description = "Requests at a time.")
    void concurrent(String value) {
        wish("concurrent", value);
    }

    /** What is no number goes as it is: the API knows what is right. */
    private void wish(String limit, String value) {
        if (NUMBER.matcher(value).matches()) {
            changes.put(limit, new BigDecimal(value));
        } else {
            changes.put(limit, value);
        }
    }

    @Override
    int run(ManagementDoor door) throws UsageException, CommandFailure {
        if (clear) {
            changes.put("clear", true);
        }
        ObjectNode answer = changes.isEmpty()
                ? call(door, "GET", idOrName, "limits")
                : call(door, "PATCH", changes, idOrName, "limits");
        if (json) {
            printJson(answer);
            return ExitCode.OK;
        }
        for (Map.Entry<String, JsonNode> limit : answer.path("limits").properties()) {
            context.console().line("%-20s %s".formatted(limit.getKey(), shown(limit.getValue())));
        }
        return ExitCode.OK;
    }

    private static String shown(JsonNode value) {
        return value.isNumber()
                ? value.decimalValue().toPlainString()
                : value.asString("").replaceAll("\\p{Cntrl}", "?");
    }
}
