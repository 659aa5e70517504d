package dev.olp.features.support;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-made certificate for 127.0.0.1 and localhost, and its key. */
public record SelfMade(X509Certificate certificate, byte[] key) {
    private static final char[] PASSWORD = "changeit".toCharArray();

    /** @param folder for what keytool needs meanwhile; nothing stays */
    static SelfMade make(Path folder) throws IOException, InterruptedException {
        Path store = folder.resolve("made.p12");
        Path output = folder.resolve("keytool.log");
        try {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "own",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=olp.home.example",
                            "-ext",
                            "san=dns:localhost,ip:127.0.0.1",
                            "-ext",
                            "bc:c",
                            "-storetype",
                            "PKCS12",
                            "-storepass",
                            new String(PASSWORD),
                            "-keystore",
                            store.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (keytool.waitFor() != 0) {
                throw new AssertionError("keytool: " + Files.readString(output));
            }
            KeyStore made = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(store)) {
                made.load(in, PASSWORD);
            }
            return new SelfMade(
                    (X509Certificate) made.getCertificate("own"),
                    made.getKey("own", PASSWORD).getEncoded());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        } finally {
            Files.deleteIfExists(store);
            Files.deleteIfExists(output);
        }
    }

    /** Puts both into the folder as {@code certificate.pem} and {@code key.pem}, the key first, each whole. */
    public void writeTo(Path folder) throws IOException {
        write(folder.resolve("key.pem"), "PRIVATE KEY", key);
        try {
            write(folder.resolve("certificate.pem"), "CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** For a client that trusts this certificate and no other. */
    SSLContext trusting() {
        try {
            KeyStore roots = KeyStore.getInstance("PKCS12");
            roots.load(null, null);
            roots.setCertificateEntry("own", certificate);
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(roots);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void write(Path file, String kind, byte[] content) throws IOException {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(
                fresh,
                "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n",
                StandardCharsets.US_ASCII);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
