package dev.olp.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-made certificate for {@code localhost} and its key, in PEM files, made by the JDK's keytool. */
public record PemPair(Path certificate, Path key, X509Certificate own) {
    private static final char[] PASSWORD = "changeit".toCharArray();

    /** @param keyAlgorithm as keytool names it: EC, RSA, Ed25519 */
    public static PemPair make(Path folder, String name, String keyAlgorithm, String... more) throws Exception {
        Path store = folder.resolve(name + ".p12");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "own",
                "-keyalg",
                keyAlgorithm,
                "-dname",
                "CN=" + name,
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-ext",
                "bc:c",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString()));
        command.addAll(List.of(more));
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore made = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            made.load(in, PASSWORD);
        }
        X509Certificate own = (X509Certificate) made.getCertificate("own");
        return new PemPair(
                write(folder.resolve(name + ".crt"), "CERTIFICATE", own.getEncoded(), "rw-r--r--"),
                write(
                        folder.resolve(name + ".key"),
                        "PRIVATE KEY",
                        made.getKey("own", PASSWORD).getEncoded(),
                        "rw-------"),
                own);
    }

    /** For a client that trusts this certificate and no other. */
    public SSLContext trusting() throws Exception {
        KeyStore roots = KeyStore.getInstance("PKCS12");
        roots.load(null, null);
        roots.setCertificateEntry("own", own);
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(roots);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    public TlsSettings settings() {
        return new TlsSettings(certificate.toString(), key.toString());
    }

    private static Path write(Path file, String kind, byte[] content, String mode) throws Exception {
        String base64 = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        Files.writeString(file, "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        return file;
    }
}
