package dev.olp.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of keys' tokens in every {@link KeyStore}: rotations, advertised ones and one-time codes. */
public interface KeyTokensContract extends KeyStoreStage {
    @Test
    default void a_rotated_key_keeps_all_but_its_token_and_the_old_one_ends_with_its_grace_to_the_millisecond() {
        KeyTerms terms = new KeyTerms("one", null, NARROW, "n");
        ApiKey key = store().create(terms, Tier.GUEST, Tokens.hash("old"), null, NOW);
        store().touch(key.id(), NOW);

        ApiKey rotated = store().rotate(key.id(), "new", NOW.plusSeconds(60), NOW.plusSeconds(1))
                .orElseThrow();

        assertThat(rotated.id()).isEqualTo(key.id());
        assertThat(rotated.terms()).isEqualTo(terms);
        assertThat(rotated.createdAt()).isEqualTo(NOW);
        assertThat(rotated.rotatedAt()).isEqualTo(NOW.plusSeconds(1));
        assertThat(rotated.graceEndsAt()).isEqualTo(NOW.plusSeconds(60));
        assertThat(store().list())
                .singleElement()
                .satisfies(listed -> assertThat(listed.lastUsedAt()).isEqualTo(NOW));
        assertThat(validId("new", NOW.plusSeconds(3600))).contains(key.id());
        assertThat(validId("old", NOW.plusSeconds(60).minusMillis(1))).contains(key.id());
        assertThat(validId("old", NOW.plusSeconds(60))).isEmpty();
        assertThat(store().tokenHash(key.id()).orElseThrow()).isEqualTo(Tokens.hash("new"));
    }

    @Test
    default void only_one_token_before_the_present_one_has_a_grace() {
        ApiKey key = store().create("one", Tier.GUEST, Tokens.hash("first"), null, NOW);
        store().rotate(key.id(), "second", NOW.plusSeconds(60), NOW);
        store().rotate(key.id(), "third", NOW.plusSeconds(60), NOW);

        assertThat(validId("first", NOW)).isEmpty();
        assertThat(validId("second", NOW)).contains(key.id());
        store().rotate(key.id(), "fourth", NOW, NOW);
        assertThat(validId("third", NOW)).isEmpty();
        assertThat(validId("fourth", NOW)).contains(key.id());
        assertThat(store().list().getFirst().graceEndsAt()).isNull();
    }

    @Test
    default void a_revocation_ends_both_tokens_and_no_rotation_brings_one_back() {
        ApiKey key = store().create("one", Tier.GUEST, Tokens.hash("old"), null, NOW);
        store().rotate(key.id(), "new", NOW.plusSeconds(60), NOW);
        store().revoke(key.id(), NOW);

        for (String token : List.of("old", "new")) {
            assertThat(store().findByHash(Tokens.hash(token), NOW))
                    .hasValueSatisfying(found -> assertThat(found.revokedAt()).isEqualTo(NOW));
        }
        assertThat(store().rotate(key.id(), "newer", NOW.plusSeconds(60), NOW)).isEmpty();
        assertThat(validId("newer", NOW)).isEmpty();
        assertThat(store().rotate("no-such-key", "x", NOW, NOW)).isEmpty();
    }

    @Test
    default void an_advertised_token_is_readable_and_follows_a_rotation() {
        ApiKey key = store().create(KeyTerms.of("lan", null), Tier.GUEST, Tokens.hash("a"), "a", NOW);
        ApiKey other = store().create("one", Tier.GUEST, Tokens.hash("b"), null, NOW);

        assertThat(key.advertisedToken()).isEqualTo("a");
        assertThat(store().rotate(key.id(), "c", NOW, NOW))
                .map(ApiKey::advertisedToken)
                .contains("c");
        assertThat(store().rotate(other.id(), "d", NOW, NOW).orElseThrow().advertisedToken())
                .isNull();
    }

    @Test
    default void what_may_be_told_to_everybody_is_the_token_of_the_advertised_key_that_is_valid() {
        store().create("one", Tier.GUEST, Tokens.hash("b"), null, NOW);
        assertThat(store().advertisedToken(NOW)).isEmpty();
        ApiKey key = store().create(KeyTerms.of("lan", NOW.plusSeconds(1)), Tier.GUEST, Tokens.hash("a"), "a", NOW);

        assertThat(store().advertisedToken(NOW)).contains("a");
        assertThat(store().advertisedToken(NOW.plusSeconds(1))).isEmpty();
        store().revoke(key.id(), NOW);
        assertThat(store().advertisedToken(NOW)).isEmpty();
    }

    @Test
    default void a_code_gives_a_token_once_until_its_end_and_never_for_a_revoked_key() {
        ApiKey key = store().create("Ada", Tier.GUEST, Tokens.hash("nobodys"), null, NOW);
        byte[] code = Tokens.hash("code");
        Instant ends = NOW.plusSeconds(60);
        assertThat(store().invite(key.id(), Tokens.hash("earlier"), ends)).isTrue();
        assertThat(store().invite(key.id(), code, ends)).isTrue();

        assertThat(store().findInvited(code, NOW)).map(ApiKey::id).contains(key.id());
        assertThat(store().findInvited(Tokens.hash("earlier"), NOW)).isEmpty();
        assertThat(store().findInvited(code, ends)).isEmpty();
        assertThat(store().redeem(code, "late", ends)).isEmpty();
        assertThat(store().redeem(code, "good", ends.minusMillis(1)))
                .map(ApiKey::id)
                .contains(key.id());
        assertThat(store().redeem(code, "again", NOW)).isEmpty();
        assertThat(store().findInvited(code, NOW)).isEmpty();
        assertThat(validId("good", NOW)).contains(key.id());
        assertThat(validId("nobodys", NOW)).isEmpty();
        assertThat(validId("again", NOW)).isEmpty();

        store().invite(key.id(), code, ends);
        store().revoke(key.id(), NOW);
        assertThat(store().findInvited(code, NOW)).isEmpty();
        assertThat(store().redeem(code, "revoked", NOW)).isEmpty();
        assertThat(store().invite(key.id(), code, ends)).isFalse();
        assertThat(store().invite("no-such-key", code, ends)).isFalse();
    }
}
