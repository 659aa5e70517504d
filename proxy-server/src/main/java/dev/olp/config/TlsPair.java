package dev.olp.config;

import dev.olp.wire.Sha256;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * What the door shows to its clients, and proves to be its own: the files of {@code server.tls}, read and found to fit.
 *
 * @param chain the server's own certificate first; at least that one
 */
public record TlsPair(List<X509Certificate> chain, PrivateKey key) {
    private static final String CERTIFICATE = "server.tls.certificate";
    private static final byte[] PROBE = {1, 2, 3, 4};

    public TlsPair {
        chain = List.copyOf(chain);
    }

    /**
     * Reads both files.
     *
     * @throws ConfigException that names the setting and what to do: a file that is missing, closed to us, open to others,
     *     no PEM; a certificate that has expired or belongs to another key
     */
    public static TlsPair read(TlsSettings settings, Instant now) throws ConfigException {
        Path certificate = Path.of(Objects.requireNonNull(settings.certificate()));
        List<X509Certificate> chain = chain(certificate);
        PrivateKey key = PrivateKeyFile.read(Path.of(Objects.requireNonNull(settings.key())));
        X509Certificate own = chain.getFirst();
        if (!fit(key, own.getPublicKey())) {
            throw PemFiles.refusal(
                    CERTIFICATE,
                    certificate,
                    "the certificate of the key in server.tls.key, before those that sign it");
        }
        Instant end = own.getNotAfter().toInstant();
        if (now.isAfter(end)) {
            throw PemFiles.refusal(
                    CERTIFICATE, certificate, "a certificate that is still valid: renew it (it ended at " + end + ")");
        }
        return new TlsPair(chain, key);
    }

    /** Hexadecimal SHA-256 of the server's own certificate. */
    public String fingerprint() {
        return fingerprint(chain.getFirst());
    }

    /** Hexadecimal SHA-256 of a certificate. */
    public static String fingerprint(X509Certificate certificate) {
        try {
            return Sha256.hex(certificate.getEncoded());
        } catch (CertificateEncodingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static List<X509Certificate> chain(Path file) throws ConfigException {
        try {
            List<X509Certificate> chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(PemFiles.bytes(CERTIFICATE, file)))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (chain.isEmpty()) {
                throw PemFiles.refusal(CERTIFICATE, file, "a PEM file with BEGIN CERTIFICATE");
            }
            return chain;
        } catch (IOException failure) {
            throw PemFiles.unreadable(CERTIFICATE, file, failure);
        } catch (CertificateException unknown) {
            throw PemFiles.refusal(CERTIFICATE, file, "a PEM file of certificates and nothing else");
        }
    }

    /** Whether what the key signs is verified by the certificate. */
    private static boolean fit(PrivateKey key, PublicKey certified) {
        String algorithm = switch (certified.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> certified.getAlgorithm();
        };
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException anotherKind) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "TlsPair[" + chain.getFirst().getSubjectX500Principal() + "]";
    }
}
