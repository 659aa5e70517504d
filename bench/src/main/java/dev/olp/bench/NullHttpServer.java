package dev.olp.bench;

import dev.olp.audit.AuditHealth;
import dev.olp.http.ByteBudget;
import dev.olp.http.DoorParts;
import dev.olp.http.HttpServer;
import dev.olp.http.HttpSettings;
import dev.olp.run.Engine;
import dev.olp.store.sqlite.SqliteAuditReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** {@link NullServer} behind the product's own door. */
final class NullHttpServer {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int ID_DIGITS = 12;

    private NullHttpServer() {}

    /**
     * {@code FOLDER [GOVERNED MOCK-PORT]}: serves until standard input ends, with its keys' tokens in {@code tokens} and then
     * its port in {@code port}; prints how many audit rows were lost, and how many there are. Governed by nothing or by
     * all; in front of the mock at that port, else of a provider that answers at once.
     */
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        long memory = Runtime.getRuntime().maxMemory();
        AtomicLong ids = new AtomicLong();
        AuditHealth health;
        Governed governed =
                arguments.length > 1 && arguments[1].equals(Governed.NOTHING.name()) ? Governed.NOTHING : Governed.ALL;
        Engine engine = arguments.length > 2 ? new MockEngine(Integer.parseInt(arguments[2])) : new NullEngine();
        try (NullServer server = new NullServer(folder, engine)) {
            Files.write(folder.resolve("tokens"), server.makeKeys());
            HttpServer http = HttpServer.start(
                    HttpSettings.onLoopback(0),
                    new DoorParts(
                            server.handler(governed),
                            ByteBudget.forBodies(memory, PATIENCE),
                            ByteBudget.forWork(memory, PATIENCE),
                            () -> "019acb00-0000-7000-8000-"
                                    + HexFormat.of().toHexDigits(ids.incrementAndGet(), ID_DIGITS),
                            Clock.systemUTC(),
                            System::nanoTime,
                            Optional.empty()));
            Path fresh = Files.writeString(folder.resolve("port.new"), Integer.toString(http.boundPort()));
            Files.move(fresh, folder.resolve("port"));
            while (System.in.read() >= 0) {
                // until the end
            }
            http.close(PATIENCE);
            server.audit().flush();
            health = server.audit().health();
        }
        AtomicLong rows = new AtomicLong();
        try (SqliteAuditReader reader = SqliteAuditReader.open(folder.resolve("audit.db"))) {
            reader.each(row -> rows.incrementAndGet());
        }
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)
                .println(health.lost() + " " + rows);
    }
}
