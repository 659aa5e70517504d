package dev.olp.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How keys are made, listed, used and revoked in every {@link KeyStore}. */
public interface KeyMakingContract extends KeyStoreStage {
    @Test
    default void a_key_is_found_by_its_hash_with_all_that_was_given() {
        Instant expiry = NOW.plusSeconds(3600);
        ApiKey made = store().create("Adas laptop", Tier.GUEST, Tokens.hash("a"), expiry, NOW);

        assertThat(made.name()).isEqualTo("Adas laptop");
        assertThat(made.tier()).isEqualTo(Tier.GUEST);
        assertThat(made.createdAt()).isEqualTo(NOW);
        assertThat(made.expiresAt()).isEqualTo(expiry);
        assertThat(made.revokedAt()).isNull();
        assertThat(made.lastUsedAt()).isNull();
        assertThat(store().findByHash(Tokens.hash("a"), NOW)).contains(made);
        assertThat(store().list()).containsExactly(made);
    }

    @Test
    default void an_unknown_hash_finds_nothing() {
        store().create("one", Tier.OWNER, Tokens.hash("a"), null, NOW);

        assertThat(store().findByHash(Tokens.hash("b"), NOW)).isEmpty();
        assertThat(store().findByHash(new byte[0], NOW)).isEmpty();
    }

    @Test
    default void keys_are_listed_oldest_first_and_revoked_ones_too() {
        store().create("first", Tier.OWNER, Tokens.hash("a"), null, NOW);
        store().create("second", Tier.GUEST, Tokens.hash("b"), null, NOW);
        store().create("third", Tier.GUEST, Tokens.hash("c"), null, NOW.plusSeconds(1));
        store().revoke("second", NOW);

        assertThat(store().list()).extracting(ApiKey::name).containsExactly("first", "second", "third");
    }

    @Test
    default void a_key_is_revoked_by_id_or_by_exact_name_and_only_once() {
        ApiKey one = store().create("one", Tier.GUEST, Tokens.hash("a"), null, NOW);
        store().create("two", Tier.GUEST, Tokens.hash("b"), null, NOW);

        assertThat(store().revoke(one.id(), NOW.plusSeconds(5)).orElseThrow().revokedAt())
                .isEqualTo(NOW.plusSeconds(5));
        assertThat(store().revoke("two", NOW)).map(ApiKey::name).contains("two");
        assertThat(store().revoke("two", NOW)).isEmpty();
        assertThat(store().revoke(one.id(), NOW)).isEmpty();
        assertThat(store().revoke("TWO", NOW)).isEmpty();
        assertThat(store().revoke("t%", NOW)).isEmpty();
        assertThat(store().findByHash(Tokens.hash("a"), NOW).orElseThrow().revokedAt())
                .isEqualTo(NOW.plusSeconds(5));
    }

    @Test
    default void a_name_that_is_another_keys_id_does_not_shield_that_key() {
        ApiKey target = store().create("target", Tier.GUEST, Tokens.hash("a"), null, NOW);
        store().create(target.id(), Tier.GUEST, Tokens.hash("b"), null, NOW);

        assertThat(store().revoke(target.id(), NOW)).map(ApiKey::id).contains(target.id());
    }

    @Test
    default void two_valid_keys_never_share_a_name_but_a_revoked_one_gives_it_back() {
        store().create("one", Tier.GUEST, Tokens.hash("a"), null, NOW);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().create("one", Tier.GUEST, Tokens.hash("b"), null, NOW))
                .withMessageStartingWith("name: ");
        store().revoke("one", NOW);
        store().create("one", Tier.GUEST, Tokens.hash("b"), null, NOW);
        assertThat(store().list()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<img onerror=x>",
                "a'; DROP TABLE api_key; --",
                "\"",
                "é",
                "a\nb",
                "a\u0000b",
                "a/b",
                "a\u202eb"
            })
    default void a_hostile_name_is_refused_and_not_repeated(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().create(name, Tier.GUEST, Tokens.hash("a"), null, NOW))
                .withMessageStartingWith("name: not allowed (expected: 1 to 64 of letters");
        assertThat(store().list()).isEmpty();
    }

    @Test
    default void a_name_may_have_64_characters_and_not_65() {
        store().create("x".repeat(64), Tier.GUEST, Tokens.hash("a"), null, NOW);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().create("y".repeat(65), Tier.GUEST, Tokens.hash("b"), null, NOW));
    }

    @Test
    default void the_anonymous_tier_has_no_keys() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().create("one", Tier.ANONYMOUS, Tokens.hash("a"), null, NOW));
    }

    @Test
    default void a_use_is_seen_in_the_list_and_never_goes_back() {
        ApiKey key = store().create("one", Tier.GUEST, Tokens.hash("a"), null, NOW);

        store().touch(key.id(), NOW.plusSeconds(20));
        store().touch(key.id(), NOW.plusSeconds(10));
        assertThat(store().list().getFirst().lastUsedAt()).isEqualTo(NOW.plusSeconds(20));
        store().touch(key.id(), NOW.plusSeconds(5));
        store().touch("no-such-key", NOW);
        assertThat(store().list().getFirst().lastUsedAt()).isEqualTo(NOW.plusSeconds(20));
    }

    @Test
    default void a_key_is_found_by_its_id_before_another_ones_name() {
        ApiKey key = store().create("one", Tier.GUEST, Tokens.hash("a"), null, NOW);
        ApiKey shadow = store().create(key.id(), Tier.GUEST, Tokens.hash("b"), null, NOW);

        assertThat(store().find(key.id())).map(ApiKey::name).contains("one");
        assertThat(store().find("one")).map(ApiKey::id).contains(key.id());
        assertThat(store().find(shadow.id())).map(ApiKey::id).contains(shadow.id());
        assertThat(store().find("' OR 1=1 --")).isEmpty();
        store().revoke(key.id(), NOW);
        assertThat(store().find("one")).isEmpty();
        assertThat(store().find(key.id())).isPresent();
    }

    @Test
    default void a_key_made_elsewhere_is_taken_as_it_is_and_its_token_stays_good() {
        ApiKey elsewhere = new ApiKey(
                "seed-1", KeyTerms.of("Ada", null), Tier.OWNER, NOW.minusSeconds(9), null, NOW, null, null, null, null);
        assertThat(store().restore(elsewhere, Tokens.hash("seed"))).isEqualTo(elsewhere);
        assertThat(validId("seed", NOW)).contains("seed-1");

        for (String field : List.of("id", "token", "name")) {
            ApiKey second = new ApiKey(
                    field.equals("id") ? "seed-1" : "seed-2",
                    KeyTerms.of(field.equals("name") ? "Ada" : "Bob", null),
                    Tier.GUEST,
                    NOW,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null);
            byte[] hash = Tokens.hash(field.equals("token") ? "seed" : "other");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> store().restore(second, hash))
                    .withMessageStartingWith(field + ": ");
        }
        assertThat(store().list()).hasSize(1);
    }
}
