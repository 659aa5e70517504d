package dev.olp.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The key file of {@code server.tls}: PKCS#8 in PEM, of ours or root, closed to everybody beside its owner and group. */
final class PrivateKeyFile {
    private static final String PATH = "server.tls.key";

    private static final Pattern PEM_BLOCK =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA", "RSASSA-PSS");

    /** Debian's ssl-cert group reads keys, so a group may. */
    private static final Set<PosixFilePermission> HARMLESS = PosixFilePermissions.fromString("rwxr-----");

    private PrivateKeyFile() {}

    static PrivateKey read(Path file) throws ConfigException {
        String text;
        try {
            if (!OwnFiles.isOurs(file) && !OwnFiles.isRoots(file)) {
                throw refusal(file, "a file of the user that runs OLP, or of root");
            }
            Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
            if (!HARMLESS.containsAll(mode)) {
                throw refusal(
                        file,
                        "a file that others can neither read nor write: chmod 600 (it is "
                                + PosixFilePermissions.toString(mode) + ")");
            }
            text = new String(PemFiles.bytes(PATH, file), StandardCharsets.ISO_8859_1);
        } catch (IOException failure) {
            throw PemFiles.unreadable(PATH, file, failure);
        }
        Matcher block = PEM_BLOCK.matcher(text);
        if (!block.find()) {
            throw refusal(
                    file,
                    "a PEM file with BEGIN PRIVATE KEY; one of another form or with a passphrase becomes one with"
                            + " `openssl pkcs8 -topk8 -nocrypt -in <old> -out <new>`");
        }
        return decoded(file, block.group(1));
    }

    private static PrivateKey decoded(Path file, String base64) throws ConfigException {
        PKCS8EncodedKeySpec encoded;
        try {
            encoded = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64));
        } catch (IllegalArgumentException cut) {
            throw refusal(file, "a whole PEM file");
        }
        return ALGORITHMS.stream()
                .flatMap(algorithm -> key(algorithm, encoded).stream())
                .findFirst()
                .orElseThrow(() -> refusal(file, "an RSA, EC or Ed25519 key"));
    }

    /** Empty for a key of another kind. */
    private static Optional<PrivateKey> key(String algorithm, PKCS8EncodedKeySpec encoded) {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(encoded));
        } catch (InvalidKeySpecException anotherKind) {
            return Optional.empty();
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static ConfigException refusal(Path file, String expected) {
        return PemFiles.refusal(PATH, file, expected);
    }
}
