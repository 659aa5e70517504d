package dev.olp.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The installation's own secret: names folders and labels turns so that nobody outside can foresee them. */
final class ServerSecret {
    private static final int BYTES = 32;
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rw-------");

    private final byte[] key;

    private ServerSecret(byte[] key) {
        this.key = key;
    }

    /**
     * Reads the file, or makes it.
     *
     * @throws IOException when it cannot be read or made, is not 0600, or has another length than 32 bytes
     */
    static ServerSecret at(Path file, SecureRandom random) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            create(file, random);
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
        byte[] bytes = Files.readAllBytes(file);
        if (!permissions.equals(PRIVATE) || bytes.length != BYTES) {
            throw new IOException("%s: %s, %d bytes (expected: rw-------, %d bytes)"
                    .formatted(file, PosixFilePermissions.toString(permissions), bytes.length, BYTES));
        }
        return new ServerSecret(bytes);
    }

    /** A link, not a rename, so that of two starts at once the first one's secret stays. */
    private static void create(Path file, SecureRandom random) throws IOException {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        Path fresh = Files.createTempFile(
                file.toAbsolutePath().getParent(), ".secret", "", PosixFilePermissions.asFileAttribute(PRIVATE));
        try {
            Files.write(fresh, bytes);
            Files.createLink(file, fresh);
        } catch (FileAlreadyExistsException otherStartWasFirst) {
            // its secret is read next
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** A key for one purpose; each purpose has another. */
    byte[] derive(String purpose) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA256", e);
        }
    }

    /** An unguessable label for a tenant's turns. */
    String turnLabel(String tenant) {
        return label("turn-label:" + tenant);
    }

    /** An unguessable label for a tenant's share of a provider's prompt cache. */
    String cacheLabel(String tenant) {
        return label("prompt-cache:" + tenant);
    }

    /** Tells two logins or settings of an account apart, and tells nothing of either. */
    String accountMark(String what) {
        return label("account-mark:" + what);
    }

    private String label(String purpose) {
        return HexFormat.of().formatHex(Arrays.copyOf(derive(purpose), 8));
    }
}
