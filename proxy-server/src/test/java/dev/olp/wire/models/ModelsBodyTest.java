package dev.olp.wire.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.registry.ModelEntry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelsBodyTest {
    private static final ModelEntry A = new ModelEntry(
            "a-1", "openai", "A 1", null, null, 1_764_547_200, false, List.of("text"), null, List.of("a"));
    private static final ModelEntry B =
            new ModelEntry("b-1", "anthropic", "B 1", 5, 6, 1_793_491_200, false, List.of("text"), null, List.of());

    @Test
    void s43_the_list_has_openais_shape() {
        assertThat(text(ModelsBody.openAi(List.of(A, B))))
                .isEqualTo(("{'object':'list','data':["
                                + "{'id':'a-1','object':'model','created':1764547200,'owned_by':'openai'},"
                                + "{'id':'b-1','object':'model','created':1793491200,'owned_by':'anthropic'}]}")
                        .replace('\'', '"'));
        assertThat(text(ModelsBody.openAi(A)))
                .isEqualTo("{'id':'a-1','object':'model','created':1764547200,'owned_by':'openai'}".replace('\'', '"'));
    }

    @Test
    void s43_the_list_has_anthropics_shape_too() {
        assertThat(text(ModelsBody.anthropic(List.of(A, B))))
                .isEqualTo(
                        ("{'data':[{'type':'model','id':'a-1','display_name':'A 1','created_at':'2025-12-01T00:00:00Z'},"
                                        + "{'type':'model','id':'b-1','display_name':'B 1','created_at':'2026-11-01T00:00:00Z'}],"
                                        + "'has_more':false,'first_id':'a-1','last_id':'b-1'}")
                                .replace('\'', '"'));
        assertThat(text(ModelsBody.anthropic(List.of())))
                .isEqualTo("{'data':[],'has_more':false,'first_id':null,'last_id':null}".replace('\'', '"'));
        assertThat(text(ModelsBody.anthropic(A))).startsWith("{\"type\":\"model\",\"id\":\"a-1\"");
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
