package dev.olp.store.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The seals of finished segments, a line of JSON each, 0600: a database that was cut or replaced does not match it. */
final class SealFile {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Path file;

    SealFile(Path file) {
        this.file = file;
    }

    /** Seals in hex by the segment's number; lines that are none are skipped. */
    Map<Long, String> seals() throws IOException {
        Map<Long, String> seals = new TreeMap<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                JsonNode node = parsed(line);
                if (node.path("segment").isIntegralNumber()) {
                    seals.put(node.path("segment").asLong(), node.path("seal").asString(""));
                }
            }
        }
        return seals;
    }

    /** A line that was cut by a full disk says nothing, and is written again. */
    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (JacksonException e) {
            return JSON.missingNode();
        }
    }

    /** Adds a line and waits until it is on the disk. */
    void add(Segment sealed) throws IOException {
        Files.createDirectories(
                file.toAbsolutePath().getParent(),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        HexFormat hex = HexFormat.of();
        byte[] line = (JSON.writeValueAsString(JSON.createObjectNode()
                                .put("segment", sealed.number())
                                .put("day", sealed.day())
                                .put("first", sealed.first())
                                .put("last", sealed.last())
                                .put("hash", hex.formatHex(sealed.lastHash()))
                                .put("seal", hex.formatHex(sealed.seal()))
                                .put("sealed_at", sealedAt(sealed)))
                        + "\n")
                .getBytes(StandardCharsets.UTF_8);
        try (FileChannel channel = PrivateFiles.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            ByteBuffer left = ByteBuffer.wrap(line);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        }
    }

    private static String sealedAt(Segment sealed) {
        Long at = sealed.sealedAt();
        return at == null ? "" : Instant.ofEpochMilli(at).toString();
    }
}
