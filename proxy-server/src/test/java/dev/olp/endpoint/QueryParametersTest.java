package dev.olp.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.wire.ApiException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryParametersTest {
    @Test
    void names_and_values_are_decoded() throws ApiException {
        assertThat(QueryParameters.read("a=1&b%20c=x%26y+z&flag"))
                .isEqualTo(Map.of("a", "1", "b c", "x&y z", "flag", ""));
        assertThat(QueryParameters.read("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=1&a=2", "a=%", "%zz=1"})
    void what_cannot_be_read_is_refused(String query) {
        assertThatThrownBy(() -> QueryParameters.read(query)).isInstanceOf(ApiException.class);
    }

    @Test
    void an_unknown_name_is_refused_without_repeating_it() {
        assertThatThrownBy(() -> QueryParameters.refuseOthers(Map.of("secret", "1"), Set.of("model")))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refused -> assertThat(refused.error().message())
                                .contains("model")
                                .doesNotContain("secret"));
    }
}
