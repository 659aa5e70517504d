package dev.olp.isolation.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunNamesTest {
    private static final List<String> HOSTILE = List.of(
            "../../etc",
            "..",
            ".",
            "",
            "\0",
            "a\0b",
            "a/b",
            "a_b",
            "a\\b",
            "A_B",
            "a_B",
            "\u00e9",
            "e\u0301",
            "x".repeat(5000),
            "$(id)",
            "`id`",
            "-rf",
            "a b",
            "a\nb",
            "~",
            "*",
            "\u202eabc");

    @Test
    void hostile_tenants_get_distinct_harmless_names() { // H01
        RunNames names = new RunNames(new byte[32], new Random(1));
        Set<String> tags = new HashSet<>();
        for (String tenant : HOSTILE) {
            String name = names.next(tenant);
            assertThat(name).matches("[0-9a-f]{10}-[0-9a-f]{16}");
            tags.add(name.substring(0, 10));
        }
        assertThat(tags).hasSize(HOSTILE.size()).hasSize(22);
    }

    @Test
    void one_tenant_keeps_its_tag_and_gets_new_names() {
        RunNames names = new RunNames(new byte[32], new Random(1));
        String first = names.next("tenant");
        String second = names.next("tenant");
        assertThat(second).isNotEqualTo(first).startsWith(first.substring(0, 11));
    }

    @Test
    void another_secret_gives_another_tag() {
        byte[] secret = new byte[32];
        secret[0] = 1;
        assertThat(new RunNames(secret, new Random(1)).next("tenant").substring(0, 10))
                .isNotEqualTo(
                        new RunNames(new byte[32], new Random(1)).next("tenant").substring(0, 10));
    }
}
