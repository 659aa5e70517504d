package dev.olp.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** CPU of a chat that is passed through to a mock of an upstream: OLP beside gateways that run on Node, taking turns. */
final class Peers {
    private static final double TARGET = 1.0 / 5;
    private static final int ROUNDS = 6;

    private final Settings settings;

    Peers(Settings settings) {
        this.settings = settings;
    }

    List<Row> measure() throws IOException, InterruptedException {
        Path node = settings.peers();
        Path portFile = settings.temp().resolve("mock.port");
        Path log = settings.temp().resolve("mock.log");
        Process mock = ChildJvm.of(List.of(), MockUpstream.class, List.of(portFile.toString()))
                .redirectError(log.toFile())
                .start();
        try {
            Passing.awaitFile(mock, "the mock", portFile, log);
            int port = Integer.parseInt(Files.readString(portFile));
            try (Passing governed = Passing.olp(settings, Governed.ALL, port);
                    Passing bare = Passing.olp(settings, Governed.NOTHING, port);
                    Passing portkey = Passing.portkey(settings, node, port);
                    Passing router = Passing.router(settings, node, port)) {
                List<Passing> all = List.of(governed, bare, portkey, router);
                List<Row> rows = new ArrayList<>(rows(all, true));
                rows.addAll(rows(all, false));
                return rows;
            }
        } finally {
            mock.destroyForcibly().waitFor();
        }
    }

    private List<Row> rows(List<Passing> all, boolean stream) throws IOException, InterruptedException {
        Map<Passing, List<Double>> micros = new HashMap<>();
        for (Passing each : all) {
            var _ = slice(each, stream, 4 * settings.seconds()); // the compilers' work
            micros.put(each, new ArrayList<>());
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (Passing each : round % 2 == 0 ? all : all.reversed()) {
                micros.getOrDefault(each, List.of()).add(slice(each, stream, Math.max(1, settings.seconds() / 2)));
            }
        }
        double governed = Medians.of(micros.getOrDefault(all.getFirst(), List.of()));
        double bare = Medians.of(micros.getOrDefault(all.get(1), List.of()));
        List<Row> rows = new ArrayList<>();
        String what = stream ? "a stream of %d frames".formatted(PassedChat.PIECES) : "a whole answer";
        for (Passing peer : all.subList(2, all.size())) {
            double its = Medians.of(micros.getOrDefault(peer, List.of()));
            rows.add(row("CPU of " + what + " passed through, µs", bare, its, peer, "≥ 5× less"));
            rows.add(row("the same by OLP with key, limits, audit and metrics, µs", governed, its, peer, ""));
        }
        return rows;
    }

    private static Row row(String what, double ours, double its, Passing peer, String target) {
        return Row.of(
                what,
                ours,
                its,
                peer.name(),
                target,
                target.isEmpty() || ours <= TARGET * its,
                "%.1f× less; medians of %d slices in turns".formatted(its / ours, ROUNDS));
    }

    /** CPU microseconds of the server for an answer. */
    private double slice(Passing server, boolean stream, int seconds) throws IOException, InterruptedException {
        Path request = Files.write(settings.temp().resolve("request"), server.request(stream));
        Path log = settings.temp().resolve("peer-load.log");
        double before = ProcFiles.cpuSeconds(server.process().pid());
        Process load = ChildJvm.of(
                        List.of("-XX:TieredStopAtLevel=1"),
                        PeerLoad.class,
                        List.of(Integer.toString(server.port()), request.toString(), Integer.toString(seconds)))
                .redirectError(log.toFile())
                .start();
        load.getOutputStream().close();
        String printed = new String(load.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (load.waitFor() != 0 || printed.isEmpty()) {
            throw new IOException(server.name() + ": the load failed: " + Files.readString(log));
        }
        return (ProcFiles.cpuSeconds(server.process().pid()) - before) * 1e6 / Long.parseLong(printed);
    }
}
