package dev.olp.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TokensTest {
    private final Tokens tokens = new Tokens(new SecureRandom());

    @Test
    void a_token_is_the_prefix_and_32_random_bytes() {
        assertThat(tokens.create()).matches("olp_[A-Za-z0-9_-]{43}");
        assertThat(tokens.createKeyId()).matches("key_[0-9a-f]{16}");
    }

    @Test
    void no_two_tokens_are_alike() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            assertThat(seen.add(tokens.create())).isTrue();
        }
    }

    @Test
    void the_hash_is_sha_256_of_the_whole_token() {
        // sha256sum of "abc", FIPS 180-2 appendix B.1
        assertThat(HexFormat.of().formatHex(Tokens.hash("abc")))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
