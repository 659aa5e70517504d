package dev.olp.bench;

import dev.olp.bench.SliceLoop.Kind;
import dev.olp.http.RequestHandler;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** CPU time of a request with each part of governance, in a process of its own. */
final class GovernanceLoop {
    private GovernanceLoop() {}

    /** As {@link SliceLoop#run}. */
    public static void main(String[] arguments) throws IOException, InterruptedException, ExecutionException {
        SliceLoop.run(arguments, GovernanceLoop::kinds);
    }

    static String name(Governed governed, int atOnce) {
        return atOnce + " " + governed.name();
    }

    private static List<Kind> kinds(NullServer server, DirectChat chat, int atOnce) {
        return Governed.each().stream()
                .map(governed -> kind(server, chat, governed, atOnce))
                .toList();
    }

    private static Kind kind(NullServer server, DirectChat chat, Governed governed, int atOnce) {
        RequestHandler handler = server.handler(governed);
        return new Kind(
                name(governed, atOnce),
                atOnce,
                token -> chat.send(handler, governed.keys() ? token : "", DirectChat.BODY));
    }
}
