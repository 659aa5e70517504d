package dev.olp.features.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Hosts that attacks aim at, on this namespace's own loopback: documentation addresses and the metadata address. */
final class Targets implements AutoCloseable {
    private static final String METADATA = "169.254.169.254";
    private static final String NEIGHBOUR = "192.0.2.80";
    private static final String RESOLVER = "192.0.2.53";
    private static final String PUBLIC = "198.51.100.1";
    private static final String PUBLIC_SIX = "2001:db8::1";
    private static final int PACKET_BYTES = 512;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    /** Refuses where a packet could leave the machine. */
    Targets() throws IOException {
        List<NetworkInterface> interfaces = Collections.list(NetworkInterface.getNetworkInterfaces());
        assertThat(interfaces)
                .as("run this through ./verify: it takes a network namespace with nothing but loopback")
                .allMatch(Targets::isLoopback);
        List<InetAddress> here =
                interfaces.stream().flatMap(NetworkInterface::inetAddresses).toList();
        assertThat(here)
                .as("run this through ./verify, which puts the attacks' targets on the loopback")
                .contains(address(METADATA), address(NEIGHBOUR), address(RESOLVER), address(PUBLIC));
        lines.add("metadata=" + tcp(METADATA));
        lines.add("neighbour=" + tcp(NEIGHBOUR));
        String resolver = udp(RESOLVER);
        lines.add("names=" + resolver);
        lines.add("resolver=" + resolver);
        lines.add("quic=" + udp(PUBLIC));
        if (here.contains(address(PUBLIC_SIX))) {
            lines.add("quic-six=" + udp(PUBLIC_SIX));
        }
    }

    private static boolean isLoopback(NetworkInterface each) {
        try {
            return each.isLoopback();
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InetAddress address(String text) {
        return InetAddress.ofLiteral(text);
    }

    /** What the probe must know to reach them. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    private String tcp(String address) throws IOException {
        ServerSocket socket = new ServerSocket();
        open.add(socket);
        socket.bind(new InetSocketAddress(address(address), 0));
        return address + " " + socket.getLocalPort();
    }

    /** Answers with what came. */
    private String udp(String address) throws IOException {
        DatagramSocket socket = new DatagramSocket(new InetSocketAddress(address(address), 0));
        open.add(socket);
        Thread.ofVirtual().start(() -> {
            DatagramPacket packet = new DatagramPacket(new byte[PACKET_BYTES], PACKET_BYTES);
            try {
                while (true) {
                    socket.receive(packet);
                    socket.send(packet);
                }
            } catch (IOException closed) {
                // the end of the test
            }
        });
        return address + " " + socket.getLocalPort();
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }
}
