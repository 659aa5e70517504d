package dev.olp.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code bench/run}: measures, prints, judges nothing. Exit code 0 when everything could be measured. */
@Command(name = "bench/run", description = "Measures OLP on this machine.", mixinStandardHelpOptions = true)
final class Bench implements Callable<Integer> {
    /** What can be left out. */
    enum Part {
        OVERHEAD,
        /** Requests that are given a process which waited. */
        WARM,
        START,
        REQUESTS,
        SANDBOX,
        GOVERNANCE,
        CACHE,
        THROUGHPUT,
        /** Other gateways. */
        PEERS,
        STREAMS,
        WAITING,
        /** Takes minutes and five gigabytes, so only when it is asked for. */
        AUDIT_PAGES;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final int LAUNCHES = 100;

    @Option(names = "--pairs", paramLabel = "N", description = "Pairs for each CLI (default: ${DEFAULT-VALUE}).")
    int pairs = 25;

    @Option(names = "--starts", paramLabel = "N", description = "Starts of each kind (default: ${DEFAULT-VALUE}).")
    int starts = 5;

    @Option(names = "--seconds", paramLabel = "N", description = "Load on each endpoint (default: ${DEFAULT-VALUE}).")
    int seconds = 5;

    @Option(names = "--only", paramLabel = "PART", description = "One of ${COMPLETION-CANDIDATES}; may be repeated.")
    Set<Part> only = EnumSet.complementOf(EnumSet.of(Part.AUDIT_PAGES));

    @Option(names = "--rows", paramLabel = "N", description = "Rows of audit-pages (default: ${DEFAULT-VALUE}).")
    long rows = 10_000_000;

    @Option(names = "--json", description = "Print JSON, not a table.")
    boolean json;

    @Option(names = "--root", required = true, hidden = true)
    @Nullable
    Path root;

    @Option(names = "--temp", required = true, hidden = true)
    @Nullable
    Path temp;

    @Option(names = "--claude", required = true, hidden = true)
    @Nullable
    Path claude;

    @Option(names = "--codex", required = true, hidden = true)
    @Nullable
    Path codex;

    @Option(names = "--peers", hidden = true)
    Path peers = Path.of("");

    @Option(names = "--flags", required = true, hidden = true)
    @Nullable
    Path flags;

    @Option(names = "--full-flags", required = true, hidden = true)
    @Nullable
    Path fullFlags;

    private Bench() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Bench())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        Settings settings = new Settings(
                given(root),
                given(temp),
                given(claude),
                given(codex),
                peers,
                Files.readAllLines(given(flags)),
                Files.readAllLines(given(fullFlags)),
                pairs,
                starts,
                seconds);
        JsonMapper mapper = JsonMapper.shared();
        Map<String, String> machine = Machine.describe(InstantSource.system());
        List<Row> measured = new ArrayList<>();
        try (HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            if (only.contains(Part.OVERHEAD)) {
                measured.addAll(new Overhead(settings, http, mapper).measure());
            }
            if (only.contains(Part.WARM)) {
                measured.addAll(new WarmStarts(settings, http, mapper).measure());
            }
            if (only.contains(Part.START)) {
                measured.addAll(new Starts(settings, http).measure());
            }
            if (only.contains(Part.REQUESTS)) {
                measured.addAll(new Requests(settings, http).measure());
            }
            if (only.contains(Part.SANDBOX)) {
                measured.addAll(new SandboxCost(LAUNCHES).measure());
                measured.addAll(new GatewayCost(settings.temp().resolve("gateway")).measure());
                measured.addAll(new RunMemory(settings, http, mapper).measure());
            }
            if (only.contains(Part.GOVERNANCE)) {
                measured.addAll(new Governance(settings).measure());
            }
            if (only.contains(Part.CACHE)) {
                measured.addAll(new CacheCost(settings).measure());
            }
            if (only.contains(Part.AUDIT_PAGES)) {
                measured.addAll(new AuditPages(settings.temp(), rows).measure());
            }
            if (only.contains(Part.THROUGHPUT)) {
                measured.addAll(new Throughput(settings).measure());
            }
            if (only.contains(Part.PEERS)) {
                measured.addAll(new Peers(settings).measure());
            }
            if (only.contains(Part.STREAMS)) {
                measured.addAll(new PacedStreams(settings, http, mapper).measure());
            }
            if (only.contains(Part.WAITING)) {
                measured.addAll(new WaitingRequests(settings, http, mapper).measure());
            }
        }
        machine.put("Load after", Machine.load());
        Report report = new Report(machine, measured);
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        out.println(json ? report.json(mapper) : report.markdown());
        return 0;
    }

    private static Path given(@Nullable Path path) {
        if (path == null) {
            throw new IllegalStateException("a required option");
        }
        return path;
    }
}
