package dev.olp.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsPairTest {
    @TempDir
    static Path folder;

    @TempDir
    Path own;

    private static PemPair pem;
    private static PemPair other;

    @BeforeAll
    static void make() throws Exception {
        pem = PemPair.make(folder, "one", "EC");
        other = PemPair.make(folder, "other", "EC");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "Ed25519"})
    void keys_of_each_kind_are_read(String algorithm) throws Exception {
        PemPair made = PemPair.make(own, "made", algorithm);

        assertThat(TlsPair.read(made.settings(), Instant.now()).chain()).containsExactly(made.own());
    }

    @Test
    void a_chain_begins_with_the_certificate_of_the_key() throws Exception {
        String both = Files.readString(pem.certificate()) + Files.readString(other.certificate());

        assertThat(read(both, Files.readString(pem.key())).chain()).containsExactly(pem.own(), other.own());
        refused(both, Files.readString(other.key()), "server.tls.certificate", "the certificate of the key");
    }

    @Test
    void what_is_no_pem_is_refused_with_what_would_be() throws Exception {
        String certificate = Files.readString(pem.certificate());
        String key = Files.readString(pem.key());

        refused("", key, "server.tls.certificate", "BEGIN CERTIFICATE");
        refused("rubbish", key, "server.tls.certificate", "PEM");
        refused(certificate.substring(0, 300), key, "server.tls.certificate", "PEM");
        refused(certificate, "", "server.tls.key", "BEGIN PRIVATE KEY");
        refused(certificate, key.replace("PRIVATE KEY", "RSA PRIVATE KEY"), "server.tls.key", "openssl pkcs8");
        refused(certificate, key.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY"), "server.tls.key", "openssl pkcs8");
        refused(certificate, key.replaceFirst("\nM[^\n]{20}", "\nM"), "server.tls.key", "expected");
        refused(certificate, "x".repeat(300_000), "server.tls.key", "at most");
    }

    @Test
    void a_missing_file_and_a_folder_are_refused() throws Exception {
        assertThatThrownBy(() -> TlsPair.read(settings(own.resolve("none"), pem.key()), Instant.now()))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("server.tls.certificate: /")
                .hasMessageContaining("exists");
        assertThatThrownBy(() -> TlsPair.read(settings(pem.certificate(), own), Instant.now()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("server.tls.key");
    }

    @Test
    void an_expired_certificate_is_refused_and_one_that_is_not_valid_yet_is_not() throws Exception {
        Instant end = pem.own().getNotAfter().toInstant();

        assertThatThrownBy(() -> TlsPair.read(pem.settings(), end.plusSeconds(1)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("server.tls.certificate")
                .hasMessageContaining("renew it");
        Instant clockOfAMachineThatJustBooted = Instant.EPOCH;
        assertThat(TlsPair.read(pem.settings(), clockOfAMachineThatJustBooted).chain())
                .hasSize(1);
        assertThat(TlsPair.read(pem.settings(), end.minus(Duration.ofSeconds(1)))
                        .chain())
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw--w----", "rw-----w-", "rw-------", "rw-r-----", "r--------"})
    void a_key_that_others_can_read_or_write_is_refused(String mode) throws Exception {
        Path key = write("key", Files.readString(pem.key()), mode);
        TlsSettings settings = settings(pem.certificate(), key);

        if (mode.endsWith("---") && mode.charAt(4) != 'w') {
            assertThat(TlsPair.read(settings, Instant.now()).key()).isNotNull();
        } else {
            assertThatThrownBy(() -> TlsPair.read(settings, Instant.now()))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("server.tls.key")
                    .hasMessageContaining("chmod 600 (it is " + mode);
        }
    }

    private void refused(String certificate, String key, String setting, String hint) {
        assertThatThrownBy(() -> read(certificate, key))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(setting + ": ")
                .hasMessageContaining(hint);
    }

    private TlsPair read(String certificate, String key) throws IOException, ConfigException {
        return TlsPair.read(
                settings(write("certificate", certificate, "rw-r--r--"), write("key", key, "rw-------")),
                Instant.now());
    }

    private Path write(String name, String content, String mode) throws IOException {
        Path file = own.resolve(name);
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        return file;
    }

    private static TlsSettings settings(Path certificate, Path key) {
        return new TlsSettings(certificate.toString(), key.toString());
    }
}
