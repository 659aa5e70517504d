package dev.olp.provider.anthropic;

import dev.olp.provider.common.FixtureTable;
import org.junit.jupiter.api.Test;

class ClaudeEndsTest {
    @Test
    void each_recording_comes_to_what_the_table_says() {
        FixtureTable.assertEnds("claude-", name -> ClaudeDriver.answered(name).end());
    }
}
