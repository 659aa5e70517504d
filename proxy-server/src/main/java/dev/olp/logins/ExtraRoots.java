package dev.olp.logins;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** The JDK's roots, and those that the operator gave the vendors' CLIs: PEM files, of a company's proxy for example. */
final class ExtraRoots {
    private static final List<String> VARIABLES = List.of("NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE");

    private ExtraRoots() {}

    /** @throws IllegalArgumentException for a file that cannot be used; the message names its variable */
    static SSLContext context(Map<String, String> environment) {
        try {
            List<Certificate> extra = new ArrayList<>();
            for (String variable : VARIABLES) {
                String file = environment.getOrDefault(variable, "");
                if (!file.isBlank()) {
                    extra.addAll(read(variable, Path.of(file)));
                }
            }
            if (extra.isEmpty()) {
                return SSLContext.getDefault();
            }
            KeyStore roots = KeyStore.getInstance(KeyStore.getDefaultType());
            roots.load(null, null);
            for (Certificate root : Stream.concat(ofTheJdk(), extra.stream()).toList()) {
                roots.setCertificateEntry(Integer.toString(roots.size()), root);
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(roots), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the JDK has no TLS", e);
        }
    }

    private static List<Certificate> read(String variable, Path file) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(variable + ": " + file + " (expected: a file of PEM certificates)", e);
        }
    }

    private static Stream<Certificate> ofTheJdk() throws GeneralSecurityException {
        return Stream.of(managers(null))
                .filter(X509TrustManager.class::isInstance)
                .flatMap(manager -> Stream.of(((X509TrustManager) manager).getAcceptedIssuers()));
    }

    private static TrustManager[] managers(@Nullable KeyStore roots) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(roots);
        return factory.getTrustManagers();
    }
}
