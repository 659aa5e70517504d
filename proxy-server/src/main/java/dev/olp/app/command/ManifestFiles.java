package dev.olp.app.command;

import dev.olp.wire.ApiException;
import dev.olp.wire.JsonBody;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Keys as files, {@code <folder>/keys/<id>/manifest.json}. Links are not followed, and a name is never taken for a path. */
final class ManifestFiles {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
    private static final int MOST_FILES = 10_000;
    private static final int MOST_BYTES = 64 << 10;

    private ManifestFiles() {}

    /** The folders of the keys below a folder, or in it, by name. */
    static List<Path> folders(Path folder) throws IOException, UsageException {
        Path below = folder.resolve("keys");
        Path root = Files.isDirectory(below, LinkOption.NOFOLLOW_LINKS) ? below : folder;
        if (!Files.isDirectory(root)) {
            throw new UsageException("FOLDER: " + folder + " (expected: a folder with keys/<id>/manifest.json)");
        }
        try (Stream<Path> all = Files.list(root)) {
            List<Path> found = all.limit(MOST_FILES + 1L).sorted().toList();
            if (found.size() > MOST_FILES) {
                throw new UsageException("FOLDER: more than " + MOST_FILES + " entries (expected: fewer)");
            }
            return found;
        }
    }

    /** @throws Unusable with the reason */
    static ObjectNode read(Path keyFolder) throws Unusable {
        Path file = keyFolder.resolve("manifest.json");
        if (!Files.isDirectory(keyFolder, LinkOption.NOFOLLOW_LINKS)
                || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new Unusable("no folder with a manifest.json of its own (links are not followed)");
        }
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new Unusable("manifest.json is larger than " + MOST_BYTES + " bytes");
            }
            ObjectNode manifest = JsonBody.parse(Files.readAllBytes(file));
            if (!manifest.path("id").asString("").equals(keyFolder.getFileName().toString())) {
                throw new Unusable("the manifest's id is not its folder's name");
            }
            return manifest;
        } catch (ApiException e) {
            throw new Unusable("manifest.json: " + e.error().message());
        } catch (IOException e) {
            throw new Unusable("manifest.json cannot be read: " + e.getClass().getSimpleName());
        }
    }

    /** Writes one, for its owner alone. */
    static void write(Path folder, ObjectNode manifest) throws IOException, CommandFailure {
        String id = manifest.path("id").asString("");
        if (!ID.matcher(id).matches()) {
            throw new CommandFailure(ExitCode.FAILURE, "a key's id is no name for a folder");
        }
        Path keyFolder = folder.resolve("keys").resolve(id);
        Files.createDirectories(
                keyFolder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path file = keyFolder.resolve("manifest.json");
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(ExitCode.FAILURE, file + " is there already; name an empty folder");
        }
        byte[] text = JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsBytes(manifest);
        Files.write(file, text, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    /** A manifest that is none. */
    static final class Unusable extends Exception {
        private static final long serialVersionUID = 1L;

        private final String reason;

        Unusable(String reason) {
            super(reason);
            this.reason = reason;
        }

        @Override
        public String getMessage() {
            return reason;
        }
    }
}
