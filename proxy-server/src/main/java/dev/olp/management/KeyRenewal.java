package dev.olp.management;

import dev.olp.auth.ApiKey;
import dev.olp.auth.KeyStore;
import dev.olp.auth.Tokens;
import dev.olp.wire.ApiException;
import dev.olp.wire.Shape;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Other tokens for a key that there is. */
final class KeyRenewal {
    private static final Duration DEFAULT_GRACE = Duration.ofHours(24);
    private static final Duration DEFAULT_LINK = Duration.ofHours(1);
    private static final long MOST_SECONDS = Duration.ofDays(90).toSeconds();

    private final KeyStore keys;
    private final Tokens tokens;
    private final Clock clock;

    KeyRenewal(KeyStore keys, Tokens tokens, Clock clock) {
        this.keys = keys;
        this.tokens = tokens;
        this.clock = clock;
    }

    /** Gives it another token; the old one stays good for {@code grace_seconds}. */
    KeysApi.Reply rotate(String named, ObjectNode body) throws ApiException {
        TermsReader.refuseUnknown(body, Set.of("grace_seconds"));
        Instant now = clock.instant();
        ApiKey key = find(named);
        String token = tokens.create();
        ApiKey rotated = keys.rotate(key.id(), token, now.plus(seconds(body, "grace_seconds", DEFAULT_GRACE, 0)), now)
                .orElseThrow(KeyRefusals::revoked);
        return new KeysApi.Reply(200, KeyDocument.of(rotated, now).put("token", token));
    }

    /** The token that the link gives takes the place of the key's own at once. */
    KeysApi.Reply invite(String named, ObjectNode body) throws ApiException {
        TermsReader.refuseUnknown(body, Set.of("link_seconds"));
        Duration good = seconds(body, "link_seconds", DEFAULT_LINK, 1);
        ApiKey key = find(named);
        String code = tokens.createCode();
        Instant ends = clock.instant().plus(good);
        if (!keys.invite(key.id(), Tokens.hash(code), ends)) {
            throw KeyRefusals.revoked();
        }
        return new KeysApi.Reply(
                201,
                JsonMapper.shared()
                        .createObjectNode()
                        .put("id", key.id())
                        .put("name", key.name())
                        .put("path", "/invite/" + code)
                        .put("link_ends_at", KeysApi.text(ends)));
    }

    private ApiKey find(String named) throws ApiException {
        return keys.find(named).orElseThrow(KeyRefusals::notFound);
    }

    private static Duration seconds(ObjectNode body, String field, Duration otherwise, long least) throws ApiException {
        JsonNode seconds = Shape.field(body, field);
        if (seconds == null) {
            return otherwise;
        }
        if (!seconds.isIntegralNumber() || seconds.longValue() < least || seconds.longValue() > MOST_SECONDS) {
            throw Shape.bad(field, "must be an integer of %d to %d.".formatted(least, MOST_SECONDS));
        }
        return Duration.ofSeconds(seconds.longValue());
    }
}
