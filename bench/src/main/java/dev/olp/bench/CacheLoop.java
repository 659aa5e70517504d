package dev.olp.bench;

import dev.olp.bench.SliceLoop.Kind;
import dev.olp.http.RequestHandler;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** CPU time of requests that are answered from the cache or not, in a process of its own. */
final class CacheLoop {
    static final String ITSELF = "itself";
    static final String HIT = "hit";
    static final String RUN = "run";
    static final String ALONE = "alone";

    private CacheLoop() {}

    /** As {@link SliceLoop#run}. */
    public static void main(String[] arguments) throws IOException, InterruptedException, ExecutionException {
        SliceLoop.run(arguments, CacheLoop::kinds);
    }

    private static List<Kind> kinds(NullServer server, DirectChat chat, int atOnce) {
        RequestHandler cached = server.handler(Governed.ALL, true);
        RequestHandler plain = server.handler(Governed.ALL, false);
        CacheItself itself = new CacheItself();
        return List.of(
                new Kind(ITSELF, 1, token -> itself.ask()),
                new Kind(HIT, atOnce, token -> chat.send(cached, token, DirectChat.REPEATABLE)),
                new Kind(RUN, atOnce, token -> chat.send(cached, token, DirectChat.BODY)),
                new Kind(ALONE, atOnce, token -> chat.send(plain, token, DirectChat.BODY)));
    }
}
