package dev.olp.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLException;

/**
 * The certificate that the door shows, TLS 1.2 and 1.3, and how TLS is spoken. May be replaced while the door serves:
 * connections that come later get the new one. Thread-safe.
 */
public final class DoorCertificate {
    private static final String REJECT_RENEGOTIATION = "jdk.tls.rejectClientInitiatedRenegotiation";

    /** Those of both versions that keep a recorded conversation secret when the key gets known, and authenticate. */
    private static final List<String> CIPHERS = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private static final int MOST_SESSIONS = 1024;
    private static final int SESSION_SECONDS = 3600;

    private volatile SslContext context;

    /**
     * Shows that chain, the certificate of the key first.
     *
     * @throws IllegalArgumentException where the JDK can serve no such pair
     */
    public DoorCertificate(List<X509Certificate> chain, PrivateKey key) {
        // the launcher says so too, since the JDK reads it once: in TLS 1.2 a client could have itself served
        // handshakes
        // forever
        System.setProperty(REJECT_RENEGOTIATION, "true");
        context = contextOf(chain, key);
    }

    /**
     * Another one.
     *
     * @return shows it to whoever connects from then on; cannot fail
     * @throws IllegalArgumentException where the JDK can serve no such pair
     */
    public Runnable prepare(List<X509Certificate> chain, PrivateKey key) {
        SslContext prepared = contextOf(chain, key);
        return () -> context = prepared;
    }

    /** Handshakes are computed off the event loop. The door's own deadlines end one that does not come to its end. */
    SslHandler handler(ByteBufAllocator allocator) {
        SslHandler handler = context.newHandler(
                allocator, task -> Thread.ofVirtual().name("tls-handshake").start(task));
        handler.setHandshakeTimeoutMillis(0);
        return handler;
    }

    private static SslContext contextOf(List<X509Certificate> chain, PrivateKey key) {
        try {
            return SslContextBuilder.forServer(key, chain)
                    .sslProvider(SslProvider.JDK)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                    .applicationProtocolConfig(new ApplicationProtocolConfig(
                            ApplicationProtocolConfig.Protocol.ALPN,
                            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                            ApplicationProtocolNames.HTTP_1_1))
                    .sessionCacheSize(MOST_SESSIONS)
                    .sessionTimeout(SESSION_SECONDS)
                    .build();
        } catch (SSLException unusable) {
            throw new IllegalArgumentException(
                    "the JDK cannot serve this certificate: " + unusable.getMessage(), unusable);
        }
    }
}
