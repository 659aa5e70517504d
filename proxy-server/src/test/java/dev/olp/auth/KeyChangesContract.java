package dev.olp.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How keys are changed and erased in every {@link KeyStore}, by whichever handle. */
public interface KeyChangesContract extends KeyStoreStage {
    @Test
    default void a_keys_terms_are_kept_as_given() {
        KeyTerms terms = new KeyTerms("Ada", NOW.plusSeconds(1), NARROW, "the laptop in the kitchen; ask \"Bob\" <b>");
        ApiKey made = store().create(terms, Tier.GUEST, Tokens.hash("a"), null, NOW);

        assertThat(made.terms()).isEqualTo(terms);
        assertThat(store().findByHash(Tokens.hash("a"), NOW)).map(ApiKey::terms).contains(terms);
        Scope nothing = new Scope(Set.of(), Set.of(), Map.of(), null);
        ApiKey none =
                store().create(new KeyTerms("none", null, nothing, null), Tier.GUEST, Tokens.hash("b"), null, NOW);
        assertThat(none.scope()).isEqualTo(nothing);
        assertThat(store().create("all", Tier.GUEST, Tokens.hash("c"), null, NOW)
                        .scope())
                .isEqualTo(Scope.EVERYTHING);
    }

    @Test
    default void terms_are_changed_whole_or_not_at_all() {
        ApiKey key = store().create("one", Tier.GUEST, Tokens.hash("a"), null, NOW);
        store().create("two", Tier.GUEST, Tokens.hash("b"), null, NOW);

        assertThat(store().change(key.id(), was -> new KeyTerms(was.name(), NOW, NARROW, "n"))
                        .orElseThrow()
                        .terms())
                .isEqualTo(new KeyTerms("one", NOW, NARROW, "n"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().change(key.id(), was -> KeyTerms.of("two", null)))
                .withMessageStartingWith("name: ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store().change(key.id(), was -> KeyTerms.of("<b>", null)))
                .withMessageStartingWith("name: ");
        assertThat(store().find(key.id()).orElseThrow().terms()).isEqualTo(new KeyTerms("one", NOW, NARROW, "n"));
        assertThat(store().change("no-such-key", was -> was)).isEmpty();
        store().revoke("one", NOW);
        assertThat(store().change(key.id(), was -> was)).isEmpty();
    }

    @Test
    default void what_one_handle_writes_the_other_sees_at_once() {
        KeyStore other = anotherHandle();
        assertThat(other.findByHash(Tokens.hash("a"), NOW)).isEmpty();
        for (int round = 0; round < 20; round++) {
            byte[] hash = Tokens.hash("round " + round);
            ApiKey key = store().create("round " + round, Tier.GUEST, hash, null, NOW);
            assertThat(other.findByHash(hash, NOW)).contains(key);
            other.revoke(key.id(), NOW);
            assertThat(store().findByHash(hash, NOW).map(ApiKey::revokedAt)).isEqualTo(Optional.of(NOW));
        }
    }

    @Test
    default void each_change_by_one_handle_is_in_the_others_next_look_up_of_a_key_that_it_knows() {
        KeyStore other = anotherHandle();
        byte[] hash = Tokens.hash("a");
        byte[] rotated = Tokens.hash("b");
        String id = store().create("Ada", Tier.GUEST, hash, null, NOW).id();
        List<Runnable> changes = List.of(
                () -> other.change(id, was -> was.withName("Bea")),
                () -> other.change(id, was -> was.withExpiresAt(NOW.plusSeconds(9))),
                () -> other.change(id, was -> was.withScope(NARROW)),
                () -> other.change(id, was -> was.withNotes("the laptop")),
                () -> other.rotate(id, "b", NOW.plusSeconds(5), NOW),
                () -> other.revoke(id, NOW));
        ApiKey before = store().findByHash(hash, NOW).orElseThrow();
        for (Runnable change : changes) {
            change.run();
            ApiKey after = store().findByHash(hash, NOW)
                    .or(() -> store().findByHash(rotated, NOW))
                    .orElseThrow();
            assertThat(after).isNotEqualTo(before).isEqualTo(other.find(id).orElseThrow());
            before = store().findByHash(rotated, NOW).orElse(after);
        }
        other.erase(id, NOW);
        assertThat(store().findByHash(hash, NOW)).isEmpty();
        assertThat(store().findByHash(rotated, NOW)).isEmpty();
    }

    @Test
    default void an_erased_key_is_revoked_and_names_nobody() {
        KeyTerms terms = new KeyTerms("Ada", null, NARROW, "Ada's phone");
        ApiKey key = store().create(terms, Tier.GUEST, Tokens.hash("old"), "old", NOW);
        store().rotate(key.id(), "new", NOW.plusSeconds(60), NOW);
        store().touch(key.id(), NOW);

        ApiKey erased = store().erase(key.id(), NOW.plusSeconds(1)).orElseThrow();
        store().touch(key.id(), NOW.plusSeconds(2));

        assertThat(store().find(key.id())).contains(erased);
        assertThat(erased.id()).isEqualTo(key.id());
        assertThat(erased.name()).isEqualTo("erased");
        assertThat(erased.terms().notes()).isNull();
        assertThat(erased.scope().accounts()).isEmpty();
        assertThat(erased.lastUsedAt()).isNull();
        assertThat(erased.advertisedToken()).isNull();
        assertThat(erased.revokedAt()).isEqualTo(NOW.plusSeconds(1));
        assertThat(erased.erasedAt()).isEqualTo(NOW.plusSeconds(1));
        assertThat(validId("old", NOW)).isEmpty();
        assertThat(validId("new", NOW)).isEmpty();
        assertThat(store().erase(key.id(), NOW.plusSeconds(9)).orElseThrow().erasedAt())
                .isEqualTo(NOW.plusSeconds(1));
        assertThat(store().erase("no-such-key", NOW)).isEmpty();
        store().create("Ada", Tier.GUEST, Tokens.hash("b"), null, NOW);
    }
}
