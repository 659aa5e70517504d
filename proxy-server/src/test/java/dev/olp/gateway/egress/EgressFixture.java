package dev.olp.gateway.egress;

import dev.olp.gateway.GatewayBudget;
import dev.olp.gateway.SocketAccess;
import dev.olp.gateway.SocketClient;
import dev.olp.isolation.contract.EgressHost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A gate, a host on this machine's loopback that it takes for a public one, and a run that may reach only that. */
final class EgressFixture implements AutoCloseable {
    static final String HOST = "api.example.com";
    static final GatewayBudget BUDGET = GatewayBudget.lasting(Duration.ofMinutes(5));

    /** What every name has. */
    final List<InetAddress> addresses = new CopyOnWriteArrayList<>();

    /** Made before any tunnel, for which there is little time. */
    final byte[] hello = Hello.naming(HOST);

    final AtomicInteger lookups = new AtomicInteger();
    final ServerSocket host;
    private final Path folder;
    private final EgressGate gate;
    private int count;

    EgressFixture(Path folder) throws IOException {
        this(folder, address -> true);
    }

    EgressFixture(Path folder, AddressFilter filter) throws IOException {
        this.folder = folder;
        host = new ServerSocket();
        host.setReceiveBufferSize(64 << 10);
        host.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        addresses.add(host.getInetAddress());
        gate = EgressGate.start(
                name -> {
                    lookups.incrementAndGet();
                    return addresses;
                },
                filter);
    }

    int port() {
        return host.getLocalPort();
    }

    EgressRun open() throws IOException {
        return open(BUDGET);
    }

    EgressRun open(GatewayBudget budget) throws IOException {
        return open(List.of(new EgressHost(HOST, port())), budget);
    }

    EgressRun open(List<EgressHost> hosts, GatewayBudget budget) throws IOException {
        return gate.open(new EgressSpec(folder.resolve("e" + count++ + ".sock"), SocketAccess.ours(), hosts, budget));
    }

    static SocketClient connect(EgressRun run) throws IOException {
        return SocketClient.connect(run.socket().orElseThrow());
    }

    /** A child whose tunnel stands, and which has said nothing in it yet. */
    SocketClient tunnel(EgressRun run) throws IOException {
        SocketClient child = connect(run).send(head(HOST + ":" + port()));
        if (child.readHead().status() != 200) {
            throw new IOException("no tunnel");
        }
        return child;
    }

    static String head(String target) {
        return SocketClient.head("CONNECT " + target + " HTTP/1.1");
    }

    void leadTo(InetAddress... to) {
        addresses.clear();
        addresses.addAll(List.of(to));
    }

    @Override
    public void close() throws IOException {
        gate.close();
        host.close();
    }
}
