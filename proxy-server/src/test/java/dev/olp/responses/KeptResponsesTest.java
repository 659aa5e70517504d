package dev.olp.responses;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class KeptResponsesTest {
    private static final int ROOM = 40_000;

    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private final KeptResponses kept = new KeptResponses(ROOM, () -> now);

    @Test
    void a_response_is_its_tenants_alone() {
        kept.keep("resp_1", response("ada", 10));

        assertThat(kept.find("resp_1", "ada")).isPresent();
        assertThat(kept.find("resp_1", "bob")).isEmpty();
        assertThat(kept.forget("resp_1", "bob")).isFalse();
        assertThat(kept.forget("resp_1", "ada")).isTrue();
        assertThat(kept.find("resp_1", "ada")).isEmpty();
        assertThat(kept.forget("resp_1", "ada")).isFalse();
    }

    @Test
    void a_tenant_pushes_out_its_own_oldest_and_nobody_elses() {
        kept.keep("resp_b", response("bob", 4_000));
        for (int i = 0; i < 10; i++) {
            kept.keep("resp_" + i, response("ada", 4_000));
        }

        assertThat(kept.find("resp_b", "bob")).isPresent();
        assertThat(kept.find("resp_7", "ada")).isEmpty();
        assertThat(kept.find("resp_8", "ada")).isPresent();
        assertThat(kept.find("resp_9", "ada")).isPresent();
    }

    @Test
    void together_they_have_no_more_than_the_room() {
        for (int i = 0; i < 12; i++) {
            kept.keep("resp_" + i, response("tenant" + i, 9_000));
        }

        for (int i = 0; i < 12; i++) {
            assertThat(kept.find("resp_" + i, "tenant" + i).isPresent())
                    .as("%d", i)
                    .isEqualTo(i >= 8);
        }
    }

    @Test
    void one_that_is_more_than_its_tenants_part_is_not_kept() {
        kept.keep("resp_1", response("ada", 10));
        kept.keep("resp_2", response("ada", ROOM / 4));

        assertThat(kept.holds(ROOM / 4)).isTrue();
        assertThat(kept.holds(ROOM / 4 + 1)).isFalse();
        assertThat(kept.find("resp_1", "ada")).isPresent();
        assertThat(kept.find("resp_2", "ada")).isEmpty();
    }

    @Test
    void after_a_day_it_is_gone() {
        kept.keep("resp_1", response("ada", 10));
        now = now.plus(Duration.ofHours(23));
        kept.keep("resp_2", response("ada", 10));
        assertThat(kept.find("resp_1", "ada")).isPresent();

        now = now.plus(Duration.ofHours(1));

        assertThat(kept.find("resp_1", "ada")).isEmpty();
        assertThat(kept.find("resp_2", "ada")).isPresent();
    }

    @Test
    void all_of_a_tenant_can_be_forgotten() {
        kept.keep("resp_1", response("ada", 10));
        kept.keep("resp_2", response("bob", 10));
        kept.keep("resp_3", response("ada", 10));

        kept.forgetAll("ada");

        assertThat(kept.find("resp_1", "ada")).isEmpty();
        assertThat(kept.find("resp_3", "ada")).isEmpty();
        assertThat(kept.find("resp_2", "bob")).isPresent();
    }

    private static KeptResponse response(String tenant, int bytes) {
        return new KeptResponse(tenant, new byte[bytes], new byte[0]);
    }
}
