package dev.olp.features.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.soak.Seen.Kind;
import dev.olp.features.soak.Visit.Leaving;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Makes a visit, and holds that it gets a complete right answer or a clear error. */
final class Visitor {
    private final OlpServer olp;

    Visitor(OlpServer olp) {
        this.olp = olp;
    }

    Seen make(Visit visit) throws IOException {
        try (RawHttp http = olp.connect()) {
            http.post("/v1/chat/completions", visit.key(), visit.body().getBytes(StandardCharsets.UTF_8));
            if (visit.leaving() == Leaving.SOON) {
                LockSupport.parkNanos(visit.leaveNanos()); // the random moment; no assertion waits for it
                http.abort();
                return Seen.leftUntold(visit);
            }
            Reply head = http.head();
            if (visit.leaving() == Leaving.AFTER_HEAD) {
                http.abort();
                return Seen.of(visit, Kind.LEFT, head, "");
            }
            return visit.streamed() && head.status() == 200
                    ? streamed(http, visit, head)
                    : whole(
                            visit,
                            new Reply(
                                    head.status(),
                                    head.headers(),
                                    http.body(head).readAllBytes()));
        }
    }

    private static Seen whole(Visit visit, Reply reply) {
        if (reply.status() != 200) {
            Refusal.assertIs(reply, reply.status(), reply.errorCode());
            return Seen.of(visit, Kind.REFUSED, reply, reply.errorCode());
        }
        assertThat(reply.content()).as(visit.body()).isIn(visit.answers());
        assertThat(reply.finishReason()).isEqualTo("stop");
        return Seen.of(visit, Kind.ANSWERED, reply, "");
    }

    private static Seen streamed(RawHttp http, Visit visit, Reply head) throws IOException {
        SseReader reader = http.events(head);
        List<SseReader.Event> events = new ArrayList<>();
        for (Optional<SseReader.Event> next = reader.next(); next.isPresent(); next = reader.next()) {
            events.add(next.get());
            if (visit.leaving() == Leaving.AFTER_TEXT && !next.get().content().isEmpty()) {
                http.abort();
                return Seen.of(visit, Kind.LEFT, head, "");
            }
        }
        Streamed all = new Streamed(head, events);
        if (!all.errorCode().isEmpty()) {
            all.assertFailed(all.errorCode());
            return Seen.of(visit, Kind.BROKEN, head, all.errorCode());
        }
        assertThat(all.assertWellFormed().content()).as(visit.body()).isIn(visit.answers());
        return Seen.of(visit, Kind.ANSWERED, head, "");
    }
}
