package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.json.JsonMapper;

/** {@code olp audit verify} beside a running server. */
class AuditVerifyIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @Test
    void aRowThatSomebodyChangedIsNamed() throws Exception {
        olp.chat(Bodies.chat("sonnet", "hi"));
        String second = olp.chat(Bodies.chat("sonnet", "hi")).header("x-request-id");
        olp.get("/v1/models");

        OlpCommand good = olp.command("audit", "verify", "--json");
        assertThat(good.exit()).as(good.err()).isZero();
        assertThat(JsonMapper.shared().readTree(good.out()).path("rows").asInt())
                .isEqualTo(new AuditTable(olp).all().size());
        assertThat(olp.command("audit", "verify").out()).contains("as they were written");

        change("UPDATE request SET output_tokens = 0 WHERE request_id = '" + second + "'");
        OlpCommand bad = olp.command("audit", "verify");

        assertThat(bad.exit()).isEqualTo(2);
        assertThat(bad.err()).contains("request " + second).contains("was altered");
    }

    private static void change(String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + olp.home().resolve("audit.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
