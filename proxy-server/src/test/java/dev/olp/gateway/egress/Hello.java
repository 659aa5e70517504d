package dev.olp.gateway.egress;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/** ClientHellos as the JDK writes them. */
final class Hello {
    private static final int RECORD_HEADER = 5;

    private Hello() {}

    static byte[] naming(String host) {
        return bytes(Optional.of(host));
    }

    static byte[] namingNobody() {
        return bytes(Optional.empty());
    }

    private static byte[] bytes(Optional<String> host) {
        SSLEngine engine = engine();
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        host.ifPresent(name -> parameters.setServerNames(List.of(new SNIHostName(name))));
        engine.setSSLParameters(parameters);
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        try {
            engine.wrap(ByteBuffer.allocate(0), hello);
        } catch (SSLException e) {
            throw new AssertionError("the JDK writes no hello", e);
        }
        return Arrays.copyOf(hello.array(), hello.position());
    }

    private static SSLEngine engine() {
        try {
            return SSLContext.getDefault().createSSLEngine();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("the JDK has no TLS", e);
        }
    }

    /** The same hello in records of so many bytes each. */
    static byte[] inRecords(byte[] hello, int size) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int at = RECORD_HEADER; at < hello.length; at += size) {
            int length = Math.min(size, hello.length - at);
            all.write(hello, 0, 3);
            all.write(length >> 8);
            all.write(length);
            all.write(hello, at, length);
        }
        return all.toByteArray();
    }
}
