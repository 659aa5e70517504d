package dev.olp.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link KeyStore} does. */
public abstract class KeyStoreContract {
    protected static final Instant NOW = Instant.parse("2026-11-29T10:15:30.123Z");

    private KeyStore store;

    /** An empty store; the caller closes it after the test. */
    protected abstract KeyStore open();

    /** Another handle on what {@link #open} made, as another process would have. */
    protected abstract KeyStore openAgain();

    @BeforeEach
    void openStore() {
        store = open();
    }

    @Test
    void a_key_is_found_by_its_hash_with_all_that_was_given() {
        Instant expiry = NOW.plusSeconds(3600);
        ApiKey made = store.create("Ada's laptop".replace("'", ""), Tier.GUEST, Tokens.hash("a"), expiry, NOW);

        assertThat(made.name()).isEqualTo("Adas laptop");
        assertThat(made.tier()).isEqualTo(Tier.GUEST);
        assertThat(made.createdAt()).isEqualTo(NOW);
        assertThat(made.expiresAt()).isEqualTo(expiry);
        assertThat(made.revokedAt()).isNull();
        assertThat(made.lastUsedAt()).isNull();
        assertThat(store.findByHash(Tokens.hash("a"))).contains(made);
        assertThat(store.list()).containsExactly(made);
    }

    @Test
    void an_unknown_hash_finds_nothing() {
        store.create("one", Tier.OWNER, Tokens.hash("a"), null, NOW);

        assertThat(store.findByHash(Tokens.hash("b"))).isEmpty();
        assertThat(store.findByHash(new byte[0])).isEmpty();
    }

    @Test
    void keys_are_listed_oldest_first_and_revoked_ones_too() {
        store.create("first", Tier.OWNER, Tokens.hash("a"), null, NOW);
        store.create("second", Tier.GUEST, Tokens.hash("b"), null, NOW);
        store.create("third", Tier.GUEST, Tokens.hash("c"), null, NOW.plusSeconds(1));
        store.revoke("second", NOW);

        assertThat(store.list()).extracting(ApiKey::name).containsExactly("first", "second", "third");
    }

    @Test
    void a_key_is_revoked_by_id_or_by_exact_name_and_only_once() {
        ApiKey one = store.create("one", Tier.GUEST, Tokens.hash("a"), null, NOW);
        store.create("two", Tier.GUEST, Tokens.hash("b"), null, NOW);

        assertThat(store.revoke(one.id(), NOW.plusSeconds(5)).orElseThrow().revokedAt())
                .isEqualTo(NOW.plusSeconds(5));
        assertThat(store.revoke("two", NOW)).map(ApiKey::name).contains("two");
        assertThat(store.revoke("two", NOW)).isEmpty();
        assertThat(store.revoke(one.id(), NOW)).isEmpty();
        assertThat(store.revoke("TWO", NOW)).isEmpty();
        assertThat(store.revoke("t%", NOW)).isEmpty();
        assertThat(store.findByHash(Tokens.hash("a")).orElseThrow().revokedAt()).isEqualTo(NOW.plusSeconds(5));
    }

    @Test
    void a_name_that_is_another_keys_id_does_not_shield_that_key() {
        ApiKey target = store.create("target", Tier.GUEST, Tokens.hash("a"), null, NOW);
        store.create(target.id(), Tier.GUEST, Tokens.hash("b"), null, NOW);

        assertThat(store.revoke(target.id(), NOW)).map(ApiKey::id).contains(target.id());
    }

    @Test
    void two_valid_keys_never_share_a_name_but_a_revoked_one_gives_it_back() {
        store.create("one", Tier.GUEST, Tokens.hash("a"), null, NOW);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.create("one", Tier.GUEST, Tokens.hash("b"), null, NOW))
                .withMessageContaining("one");
        store.revoke("one", NOW);
        store.create("one", Tier.GUEST, Tokens.hash("b"), null, NOW);
        assertThat(store.list()).hasSize(2);
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
    void a_hostile_name_is_refused_and_not_repeated(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.create(name, Tier.GUEST, Tokens.hash("a"), null, NOW))
                .withMessageStartingWith("name: not allowed (expected: 1 to 64 of letters");
        assertThat(store.list()).isEmpty();
    }

    @Test
    void a_name_may_have_64_characters_and_not_65() {
        store.create("x".repeat(64), Tier.GUEST, Tokens.hash("a"), null, NOW);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.create("y".repeat(65), Tier.GUEST, Tokens.hash("b"), null, NOW));
    }

    @Test
    void the_anonymous_tier_has_no_keys() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.create("one", Tier.ANONYMOUS, Tokens.hash("a"), null, NOW));
    }

    @Test
    void a_use_is_seen_in_the_list_and_never_goes_back() {
        ApiKey key = store.create("one", Tier.GUEST, Tokens.hash("a"), null, NOW);

        store.touch(key.id(), NOW.plusSeconds(20));
        store.touch(key.id(), NOW.plusSeconds(10));
        assertThat(store.list().getFirst().lastUsedAt()).isEqualTo(NOW.plusSeconds(20));
        store.touch(key.id(), NOW.plusSeconds(5));
        store.touch("no-such-key", NOW);
        assertThat(store.list().getFirst().lastUsedAt()).isEqualTo(NOW.plusSeconds(20));
    }

    @Test
    void what_one_handle_writes_the_other_sees_at_once() {
        KeyStore other = openAgain();
        assertThat(other.findByHash(Tokens.hash("a"))).isEmpty();
        for (int round = 0; round < 20; round++) {
            byte[] hash = Tokens.hash("round " + round);
            ApiKey key = store.create("round " + round, Tier.GUEST, hash, null, NOW);
            assertThat(other.findByHash(hash)).contains(key);
            other.revoke(key.id(), NOW);
            assertThat(store.findByHash(hash).map(ApiKey::revokedAt)).isEqualTo(Optional.of(NOW));
        }
    }
}
