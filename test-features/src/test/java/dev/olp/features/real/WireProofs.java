package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** What a real CLI shows of a chat to others: to its upstream, and to whoever looks at processes and sockets here. */
record WireProofs(RealCli cli) {
    private static final String SYSTEM = "quagga-system-text";
    private static final String EARLIER = "okapi-earlier-text";
    private static final String LAST = "zebra-last-text";

    /** The names of all tools that the model was offered, wherever in the request. */
    List<String> toolsOffered() throws IOException {
        JsonNode call = cli.lastCall();
        List<String> names = new ArrayList<>();
        call.path("tools").forEach(tool -> names.add(tool.path("name").asString(tool.toString())));
        call.path("input").forEach(item -> {
            if (!item.path("type").asString("message").equals("message")) {
                names.add(item.toString());
            }
        });
        return names;
    }

    /**
     * Starts a chat whose answer never begins, and looks at the child from its first moment until it waits for the
     * upstream.
     */
    void showNothingAndTalkToNobodyElse() throws Exception {
        OlpServer olp = cli.olp();
        String body = Bodies.chat(
                cli.model(),
                false,
                Bodies.message("system", SYSTEM),
                Bodies.message("user", EARLIER),
                Bodies.message("assistant", "okapi-answer-text"),
                Bodies.message("user", LAST + " {{hang-headers}}"));
        Map<Long, String> started = new TreeMap<>();
        Set<String> connections = new TreeSet<>();
        Set<String> devices = new TreeSet<>();
        try (RawHttp client = olp.connect()) {
            cli.whileItHangs(client, body, () -> {
                for (String process : olp.processes()) {
                    long pid = Long.parseLong(process.substring(0, process.indexOf(' ')));
                    started.merge(pid, Processes.startedWith(pid), String::concat);
                    connections.addAll(Processes.connections(pid));
                    devices.addAll(Processes.devices(pid));
                }
            });
            client.abort();
        }
        assertThat(cli.calls().getFirst().text()).contains(SYSTEM, EARLIER, LAST);
        assertThat(started).as("processes seen").isNotEmpty();
        assertThat(String.join("\n", started.values()))
                .as("arguments and environments")
                .contains("PATH=")
                .doesNotContain(SYSTEM, EARLIER, LAST, "okapi-answer-text")
                .doesNotContain(OlpServer.CANARY, OlpServer.OWNER_TOKEN);
        assertThat(connections)
                .as(
                        "far ends of the sockets of %s: none of the host's network, nothing beyond their own loopback",
                        started)
                .allMatch(Processes::isOfALoopbackOfItsOwn);
        assertThat(devices).as("network devices").containsExactly("lo");
        assertThat(olp.upstream().recorded())
                .as("requests besides claude 2.1.152's probe of the base URL")
                .filteredOn(request -> !request.method().equals("HEAD"))
                .hasSize(1);
    }
}
