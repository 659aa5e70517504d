package dev.olp.store.sqlite;

import dev.olp.audit.AuditRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Rows as lines of JSON in the seed's form, beside the database: {@code audit.ndjson} (0600), which becomes {@code
 * audit-2026-11-30.ndjson} once that UTC day is over, after a restart as well. A line that cannot be written is told of
 * in the log; the database has it. Thread-safe.
 */
public final class NdjsonFile {
    private static final Logger LOG = LoggerFactory.getLogger(NdjsonFile.class);

    private final Path folder;
    private final Clock clock;
    private boolean failing;

    public NdjsonFile(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    synchronized void append(List<AuditRecord> rows) {
        if (rows.isEmpty()) {
            return;
        }
        StringBuilder lines = new StringBuilder();
        for (AuditRecord row : rows) {
            lines.append(JsonMapper.shared().writeValueAsString(json(row))).append('\n');
        }
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Path file = folder.resolve("audit.ndjson");
            rotate(file);
            add(file, lines.toString().getBytes(StandardCharsets.UTF_8));
            failing = false;
        } catch (IOException failure) {
            if (!failing) {
                LOG.atError().setCause(failure).log("the audit's NDJSON file could not be written");
            }
            failing = true;
        }
    }

    private void rotate(Path file) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        LocalDate day = LocalDate.ofInstant(Files.getLastModifiedTime(file).toInstant(), ZoneOffset.UTC);
        if (day.equals(LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC))) {
            return;
        }
        Path finished = folder.resolve("audit-" + day + ".ndjson");
        if (Files.exists(finished)) {
            // a clock that was set back: nothing is overwritten
            add(finished, Files.readAllBytes(file));
            Files.delete(file);
        } else {
            Files.move(file, finished);
        }
    }

    private static void add(Path file, byte[] content) throws IOException {
        try (FileChannel channel = PrivateFiles.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            ByteBuffer left = ByteBuffer.wrap(content);
            while (left.hasRemaining()) {
                channel.write(left);
            }
        }
    }

    private static ObjectNode json(AuditRecord row) {
        ObjectNode line = JsonMapper.shared()
                .createObjectNode()
                .put("ts", row.at().toString())
                .put("key_id", row.keyId())
                .put("owner_tier", lower(row.tier()))
                .put("method", row.method())
                .put("path", row.path())
                .put("provider", row.provider())
                .put("model", row.servedModel() == null ? row.requestedModel() : row.servedModel())
                .put("status_code", row.status())
                .put("latency_ms", row.latencyMs())
                .put("cache_status", row.cacheStatus())
                .put("fallback_hops", row.hops());
        ArrayNode tried = line.putArray("tried_providers");
        String providers = row.triedProviders();
        if (providers != null) {
            for (String each : providers.split(",", -1)) {
                tried.add(each);
            }
        }
        return line.put("error_code", row.errorCode())
                .put("ir_request_hash", row.requestHash())
                .put("chain_id", row.chainId());
    }

    private static @Nullable String lower(@Nullable String text) {
        return text == null ? null : text.toLowerCase(Locale.ROOT);
    }
}
