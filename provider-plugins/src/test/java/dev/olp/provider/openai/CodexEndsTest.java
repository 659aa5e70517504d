package dev.olp.provider.openai;

import static dev.olp.provider.openai.CodexDriver.chat;
import static dev.olp.provider.openai.CodexDriver.user;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.common.FixtureTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodexEndsTest {
    @Test
    void each_recording_comes_to_what_the_table_says() {
        FixtureTable.assertEnds("codex-", CodexEndsTest::play);
    }

    private static DialogueEnd play(String name) {
        List<String> lines = CodexDriver.fixture(name);
        String version = name.split("-", -1)[1];
        ChatRequest asked = name.contains("-tools-")
                ? ClientToolsTest.asked(name)
                : name.endsWith("-history") ? CodexDriver.history() : chat(user("Q"));
        CodexDriver driver = name.contains("-app-server") ? CodexDriver.of(version, asked) : CodexDriver.exec();
        return driver.feed(lines).end();
    }
}
