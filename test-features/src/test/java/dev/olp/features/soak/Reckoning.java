package dev.olp.features.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.audit.Outcome;
import dev.olp.features.support.AuditTable;
import dev.olp.features.support.AuditTable.Row;
import dev.olp.features.support.OlpServer;
import dev.olp.wire.Sha256;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Holds that each row of the audit log is explained by what a client saw, and that none is missing. */
final class Reckoning {
    private static final String COLUMNS =
            "request_id, path, outcome, status, error_code, provider, hops, user_hash, key_name";

    /** Whose doing an error is; whatever has another code is no error that a client may see here. */
    private static final Map<String, Set<Outcome>> OUTCOMES = Map.of(
            "provider_timeout", EnumSet.of(Outcome.PROVIDER_TIMEOUT),
            "provider_error", EnumSet.of(Outcome.PROVIDER_FAULT),
            "provider_protocol_error", EnumSet.of(Outcome.PROVIDER_FAULT),
            "usage_limit_reached", EnumSet.of(Outcome.PROVIDER_FAULT),
            "upstream_auth_required", EnumSet.of(Outcome.PROVIDER_FAULT),
            "overloaded", EnumSet.of(Outcome.PROVIDER_FAULT),
            "rate_limit_exceeded", EnumSet.of(Outcome.PROVIDER_FAULT, Outcome.REFUSED),
            "queue_full", EnumSet.of(Outcome.REFUSED),
            "model_not_found", EnumSet.of(Outcome.CLIENT_ERROR, Outcome.PROVIDER_FAULT),
            "request_too_large", EnumSet.of(Outcome.CLIENT_ERROR));

    private final Map<String, Row> rows = new HashMap<>();

    Reckoning(OlpServer olp) throws SQLException {
        for (Row row : new AuditTable(olp).all(COLUMNS)) {
            if (row.get("path").equals("/v1/chat/completions")) {
                assertThat(rows.put(row.get("request_id"), row)).isNull();
            }
        }
    }

    void assertExplains(List<Seen> all) {
        Set<String> untold = new HashSet<>();
        int unread = 0;
        for (Seen seen : all) {
            if (seen.requestId().isEmpty()) {
                untold.add(Sha256.hex(seen.visit().user().getBytes(StandardCharsets.UTF_8)));
                continue;
            }
            Row row = rows.remove(seen.requestId());
            assertThat(row).as("the row of " + seen).isNotNull();
            assertFits(seen, Objects.requireNonNull(row));
        }
        // of those who left before they were told an id, some before the server had read anything
        for (Row row : rows.values()) {
            if (row.get("user_hash").isEmpty()) { // refused or gone before its body was read
                unread++;
                assertThat(row.get("outcome") + row.get("error_code"))
                        .as(row.toString())
                        .isIn("REFUSEDrate_limit_exceeded", "CLIENT_GONE");
            } else {
                assertThat(untold.remove(row.get("user_hash")))
                        .as("somebody's " + row)
                        .isTrue();
                assertLeft(row);
            }
        }
        assertThat(unread).isLessThanOrEqualTo(untold.size());
    }

    private static void assertFits(Seen seen, Row row) {
        switch (seen.kind()) {
            case ANSWERED -> {
                assertEnded(row, Outcome.SUCCESS, "200", seen);
                assertThat(row.get("provider")).as(seen + "").contains(seen.provider());
            }
            case REFUSED -> {
                assertFailed(row, seen.code(), seen);
                assertThat(row.number("status")).as(seen + "").isEqualTo(seen.status());
            }
            case BROKEN -> assertFailed(row, seen.code(), seen);
            case LEFT -> assertLeft(row);
        }
    }

    /** It was told of, or had ended well or badly before that. */
    private static void assertLeft(Row row) {
        switch (Outcome.valueOf(row.get("outcome"))) {
            case CLIENT_GONE -> assertEnded(row, Outcome.CLIENT_GONE, "499", row);
            case SUCCESS -> assertEnded(row, Outcome.SUCCESS, "200", row);
            default -> assertFailed(row, row.get("error_code"), row);
        }
    }

    private static void assertEnded(Row row, Outcome outcome, String status, Object why) {
        assertThat(row.get("outcome") + " " + row.get("status") + row.get("error_code"))
                .as(why.toString())
                .isEqualTo(outcome + " " + status);
    }

    private static void assertFailed(Row row, String code, Object why) {
        assertThat(row.get("error_code")).as(why.toString()).isEqualTo(code);
        assertThat(Outcome.valueOf(row.get("outcome")))
                .as(why.toString())
                .isIn(
                        code.startsWith("invalid_")
                                ? Set.of(Outcome.CLIENT_ERROR)
                                : OUTCOMES.getOrDefault(code, Set.of()));
    }
}
