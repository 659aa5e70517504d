package dev.olp.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.olp.isolation.contract.DeploymentTier;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        assertThat(store.findByHash(Tokens.hash("a"), NOW)).contains(made);
        assertThat(store.list()).containsExactly(made);
    }

    @Test
    void an_unknown_hash_finds_nothing() {
        store.create("one", Tier.OWNER, Tokens.hash("a"), null, NOW);

        assertThat(store.findByHash(Tokens.hash("b"), NOW)).isEmpty();
        assertThat(store.findByHash(new byte[0], NOW)).isEmpty();
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
        assertThat(store.findByHash(Tokens.hash("a"), NOW).orElseThrow().revokedAt())
                .isEqualTo(NOW.plusSeconds(5));
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
                .withMessageStartingWith("name: ");
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
        assertThat(other.findByHash(Tokens.hash("a"), NOW)).isEmpty();
        for (int round = 0; round < 20; round++) {
            byte[] hash = Tokens.hash("round " + round);
            ApiKey key = store.create("round " + round, Tier.GUEST, hash, null, NOW);
            assertThat(other.findByHash(hash, NOW)).contains(key);
            other.revoke(key.id(), NOW);
            assertThat(store.findByHash(hash, NOW).map(ApiKey::revokedAt)).isEqualTo(Optional.of(NOW));
        }
    }

    @Test
    void each_change_by_one_handle_is_in_the_others_next_look_up_of_a_key_that_it_knows() {
        KeyStore other = openAgain();
        byte[] hash = Tokens.hash("a");
        byte[] rotated = Tokens.hash("b");
        String id = store.create("Ada", Tier.GUEST, hash, null, NOW).id();
        List<Runnable> changes = List.of(
                () -> other.change(id, was -> was.withName("Bea")),
                () -> other.change(id, was -> was.withExpiresAt(NOW.plusSeconds(9))),
                () -> other.change(id, was -> was.withScope(NARROW)),
                () -> other.change(id, was -> was.withNotes("the laptop")),
                () -> other.rotate(id, "b", NOW.plusSeconds(5), NOW),
                () -> other.revoke(id, NOW));
        ApiKey before = store.findByHash(hash, NOW).orElseThrow();
        for (Runnable change : changes) {
            change.run();
            ApiKey after = store.findByHash(hash, NOW)
                    .or(() -> store.findByHash(rotated, NOW))
                    .orElseThrow();
            assertThat(after).isNotEqualTo(before).isEqualTo(other.find(id).orElseThrow());
            before = store.findByHash(rotated, NOW).orElse(after);
        }
        other.erase(id, NOW);
        assertThat(store.findByHash(hash, NOW)).isEmpty();
        assertThat(store.findByHash(rotated, NOW)).isEmpty();
    }

    private static final Scope NARROW = new Scope(
            Set.of("anthropic", "openai"),
            Set.of("claude-sonnet-4-6"),
            Map.of("anthropic", "work"),
            DeploymentTier.PER_OS_USER);

    @Test
    void a_keys_terms_are_kept_as_given() {
        KeyTerms terms = new KeyTerms("Ada", NOW.plusSeconds(1), NARROW, "the laptop in the kitchen; ask \"Bob\" <b>");
        ApiKey made = store.create(terms, Tier.GUEST, Tokens.hash("a"), null, NOW);

        assertThat(made.terms()).isEqualTo(terms);
        assertThat(store.findByHash(Tokens.hash("a"), NOW)).map(ApiKey::terms).contains(terms);
        Scope nothing = new Scope(Set.of(), Set.of(), Map.of(), null);
        ApiKey none = store.create(new KeyTerms("none", null, nothing, null), Tier.GUEST, Tokens.hash("b"), null, NOW);
        assertThat(none.scope()).isEqualTo(nothing);
        assertThat(store.create("all", Tier.GUEST, Tokens.hash("c"), null, NOW).scope())
                .isEqualTo(Scope.EVERYTHING);
    }

    @Test
    void terms_are_changed_whole_or_not_at_all() {
        ApiKey key = store.create("one", Tier.GUEST, Tokens.hash("a"), null, NOW);
        store.create("two", Tier.GUEST, Tokens.hash("b"), null, NOW);

        assertThat(store.change(key.id(), was -> new KeyTerms(was.name(), NOW, NARROW, "n"))
                        .orElseThrow()
                        .terms())
                .isEqualTo(new KeyTerms("one", NOW, NARROW, "n"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.change(key.id(), was -> KeyTerms.of("two", null)))
                .withMessageStartingWith("name: ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.change(key.id(), was -> KeyTerms.of("<b>", null)))
                .withMessageStartingWith("name: ");
        assertThat(store.find(key.id()).orElseThrow().terms()).isEqualTo(new KeyTerms("one", NOW, NARROW, "n"));
        assertThat(store.change("no-such-key", was -> was)).isEmpty();
        store.revoke("one", NOW);
        assertThat(store.change(key.id(), was -> was)).isEmpty();
    }

    @Test
    void a_key_is_found_by_its_id_before_another_ones_name() {
        ApiKey key = store.create("one", Tier.GUEST, Tokens.hash("a"), null, NOW);
        ApiKey shadow = store.create(key.id(), Tier.GUEST, Tokens.hash("b"), null, NOW);

        assertThat(store.find(key.id())).map(ApiKey::name).contains("one");
        assertThat(store.find("one")).map(ApiKey::id).contains(key.id());
        assertThat(store.find(shadow.id())).map(ApiKey::id).contains(shadow.id());
        assertThat(store.find("' OR 1=1 --")).isEmpty();
        store.revoke(key.id(), NOW);
        assertThat(store.find("one")).isEmpty();
        assertThat(store.find(key.id())).isPresent();
    }

    @Test
    void a_rotated_key_keeps_all_but_its_token_and_the_old_one_ends_with_its_grace_to_the_millisecond() {
        KeyTerms terms = new KeyTerms("one", null, NARROW, "n");
        ApiKey key = store.create(terms, Tier.GUEST, Tokens.hash("old"), null, NOW);
        store.touch(key.id(), NOW);

        ApiKey rotated = store.rotate(key.id(), "new", NOW.plusSeconds(60), NOW.plusSeconds(1))
                .orElseThrow();

        assertThat(rotated.id()).isEqualTo(key.id());
        assertThat(rotated.terms()).isEqualTo(terms);
        assertThat(rotated.createdAt()).isEqualTo(NOW);
        assertThat(rotated.rotatedAt()).isEqualTo(NOW.plusSeconds(1));
        assertThat(rotated.graceEndsAt()).isEqualTo(NOW.plusSeconds(60));
        assertThat(store.list())
                .singleElement()
                .satisfies(listed -> assertThat(listed.lastUsedAt()).isEqualTo(NOW));
        assertThat(id("new", NOW.plusSeconds(3600))).contains(key.id());
        assertThat(id("old", NOW.plusSeconds(60).minusMillis(1))).contains(key.id());
        assertThat(id("old", NOW.plusSeconds(60))).isEmpty();
        assertThat(store.tokenHash(key.id()).orElseThrow()).isEqualTo(Tokens.hash("new"));
    }

    @Test
    void only_one_token_before_the_present_one_has_a_grace() {
        ApiKey key = store.create("one", Tier.GUEST, Tokens.hash("first"), null, NOW);
        store.rotate(key.id(), "second", NOW.plusSeconds(60), NOW);
        store.rotate(key.id(), "third", NOW.plusSeconds(60), NOW);

        assertThat(id("first", NOW)).isEmpty();
        assertThat(id("second", NOW)).contains(key.id());
        store.rotate(key.id(), "fourth", NOW, NOW);
        assertThat(id("third", NOW)).isEmpty();
        assertThat(id("fourth", NOW)).contains(key.id());
        assertThat(store.list().getFirst().graceEndsAt()).isNull();
    }

    @Test
    void a_revocation_ends_both_tokens_and_no_rotation_brings_one_back() {
        ApiKey key = store.create("one", Tier.GUEST, Tokens.hash("old"), null, NOW);
        store.rotate(key.id(), "new", NOW.plusSeconds(60), NOW);
        store.revoke(key.id(), NOW);

        for (String token : List.of("old", "new")) {
            assertThat(store.findByHash(Tokens.hash(token), NOW))
                    .hasValueSatisfying(found -> assertThat(found.revokedAt()).isEqualTo(NOW));
        }
        assertThat(store.rotate(key.id(), "newer", NOW.plusSeconds(60), NOW)).isEmpty();
        assertThat(id("newer", NOW)).isEmpty();
        assertThat(store.rotate("no-such-key", "x", NOW, NOW)).isEmpty();
    }

    @Test
    void an_advertised_token_is_readable_and_follows_a_rotation() {
        ApiKey key = store.create(KeyTerms.of("lan", null), Tier.GUEST, Tokens.hash("a"), "a", NOW);
        ApiKey other = store.create("one", Tier.GUEST, Tokens.hash("b"), null, NOW);

        assertThat(key.advertisedToken()).isEqualTo("a");
        assertThat(store.rotate(key.id(), "c", NOW, NOW))
                .map(ApiKey::advertisedToken)
                .contains("c");
        assertThat(store.rotate(other.id(), "d", NOW, NOW).orElseThrow().advertisedToken())
                .isNull();
    }

    @Test
    void what_may_be_told_to_everybody_is_the_token_of_the_advertised_key_that_is_valid() {
        store.create("one", Tier.GUEST, Tokens.hash("b"), null, NOW);
        assertThat(store.advertisedToken(NOW)).isEmpty();
        ApiKey key = store.create(KeyTerms.of("lan", NOW.plusSeconds(1)), Tier.GUEST, Tokens.hash("a"), "a", NOW);

        assertThat(store.advertisedToken(NOW)).contains("a");
        assertThat(store.advertisedToken(NOW.plusSeconds(1))).isEmpty();
        store.revoke(key.id(), NOW);
        assertThat(store.advertisedToken(NOW)).isEmpty();
    }

    @Test
    void a_code_gives_a_token_once_until_its_end_and_never_for_a_revoked_key() {
        ApiKey key = store.create("Ada", Tier.GUEST, Tokens.hash("nobodys"), null, NOW);
        byte[] code = Tokens.hash("code");
        Instant ends = NOW.plusSeconds(60);
        assertThat(store.invite(key.id(), Tokens.hash("earlier"), ends)).isTrue();
        assertThat(store.invite(key.id(), code, ends)).isTrue();

        assertThat(store.findInvited(code, NOW)).map(ApiKey::id).contains(key.id());
        assertThat(store.findInvited(Tokens.hash("earlier"), NOW)).isEmpty();
        assertThat(store.findInvited(code, ends)).isEmpty();
        assertThat(store.redeem(code, "late", ends)).isEmpty();
        assertThat(store.redeem(code, "good", ends.minusMillis(1)))
                .map(ApiKey::id)
                .contains(key.id());
        assertThat(store.redeem(code, "again", NOW)).isEmpty();
        assertThat(store.findInvited(code, NOW)).isEmpty();
        assertThat(id("good", NOW)).contains(key.id());
        assertThat(id("nobodys", NOW)).isEmpty();
        assertThat(id("again", NOW)).isEmpty();

        store.invite(key.id(), code, ends);
        store.revoke(key.id(), NOW);
        assertThat(store.findInvited(code, NOW)).isEmpty();
        assertThat(store.redeem(code, "revoked", NOW)).isEmpty();
        assertThat(store.invite(key.id(), code, ends)).isFalse();
        assertThat(store.invite("no-such-key", code, ends)).isFalse();
    }

    @Test
    void an_erased_key_is_revoked_and_names_nobody() {
        KeyTerms terms = new KeyTerms("Ada", null, NARROW, "Ada's phone");
        ApiKey key = store.create(terms, Tier.GUEST, Tokens.hash("old"), "old", NOW);
        store.rotate(key.id(), "new", NOW.plusSeconds(60), NOW);
        store.touch(key.id(), NOW);

        ApiKey erased = store.erase(key.id(), NOW.plusSeconds(1)).orElseThrow();
        store.touch(key.id(), NOW.plusSeconds(2));

        assertThat(store.find(key.id())).contains(erased);
        assertThat(erased.id()).isEqualTo(key.id());
        assertThat(erased.name()).isEqualTo("erased");
        assertThat(erased.terms().notes()).isNull();
        assertThat(erased.scope().accounts()).isEmpty();
        assertThat(erased.lastUsedAt()).isNull();
        assertThat(erased.advertisedToken()).isNull();
        assertThat(erased.revokedAt()).isEqualTo(NOW.plusSeconds(1));
        assertThat(erased.erasedAt()).isEqualTo(NOW.plusSeconds(1));
        assertThat(id("old", NOW)).isEmpty();
        assertThat(id("new", NOW)).isEmpty();
        assertThat(store.erase(key.id(), NOW.plusSeconds(9)).orElseThrow().erasedAt())
                .isEqualTo(NOW.plusSeconds(1));
        assertThat(store.erase("no-such-key", NOW)).isEmpty();
        store.create("Ada", Tier.GUEST, Tokens.hash("b"), null, NOW);
    }

    @Test
    void a_key_made_elsewhere_is_taken_as_it_is_and_its_token_stays_good() {
        ApiKey elsewhere = new ApiKey(
                "seed-1", KeyTerms.of("Ada", null), Tier.OWNER, NOW.minusSeconds(9), null, NOW, null, null, null, null);
        assertThat(store.restore(elsewhere, Tokens.hash("seed"))).isEqualTo(elsewhere);
        assertThat(id("seed", NOW)).contains("seed-1");

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
                    .isThrownBy(() -> store.restore(second, hash))
                    .withMessageStartingWith(field + ": ");
        }
        assertThat(store.list()).hasSize(1);
    }

    private Optional<String> id(String token, Instant now) {
        return store.findByHash(Tokens.hash(token), now)
                .filter(key -> key.revokedAt() == null)
                .map(ApiKey::id);
    }
}
