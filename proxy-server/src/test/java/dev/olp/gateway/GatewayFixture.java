package dev.olp.gateway;

import static dev.olp.gateway.SocketClient.head;

import dev.olp.provider.AllowedRequest;
import dev.olp.provider.Login;
import dev.olp.provider.LoginStyle;
import dev.olp.provider.anthropic.AnthropicProvider;
import dev.olp.provider.openai.OpenAiProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A gateway and what its runs observed. */
final class GatewayFixture implements AutoCloseable {
    static final Login KEY = new Login(Login.Kind.API_KEY, "real-key", null);
    static final GatewayBudget BUDGET = GatewayBudget.lasting(Duration.ofMinutes(5));
    static final String CALL = "POST /v1/messages?beta=true HTTP/1.1";

    static final List<AllowedRequest> ANTHROPIC =
            new AnthropicProvider().upstreamApi(KEY).allowed();
    static final List<AllowedRequest> OPENAI =
            new OpenAiProvider().upstreamApi(KEY).allowed();

    final Gateway gateway;
    final List<ObservedLimits> observed = Collections.synchronizedList(new ArrayList<>());
    private final Path folder;
    private int count;

    GatewayFixture(Path folder) throws IOException {
        this(folder, Gateway.start(new SecureRandom()));
    }

    GatewayFixture(Path folder, Gateway gateway) {
        this.folder = folder;
        this.gateway = gateway;
    }

    GatewayRun anthropic(String upstream) throws IOException {
        return open(upstream, KEY, LoginStyle.X_API_KEY, ANTHROPIC, BUDGET);
    }

    GatewayRun anthropic(String upstream, GatewayBudget budget) throws IOException {
        return open(upstream, KEY, LoginStyle.X_API_KEY, ANTHROPIC, budget);
    }

    GatewayRun open(String upstream, Login login, LoginStyle style, List<AllowedRequest> allowed, GatewayBudget budget)
            throws IOException {
        return gateway.open(new GatewaySpec(
                folder.resolve("g" + count++ + ".sock"),
                SocketAccess.ours(),
                UpstreamUrl.of(upstream),
                login,
                style,
                allowed,
                budget,
                observed::add));
    }

    /** A whole request of claude's kind with the run's token. */
    static String call(GatewayRun run, String body) {
        return head(CALL, "x-api-key: " + run.token(), "Content-Length: " + body.length()) + body;
    }

    @Override
    public void close() {
        gateway.close();
    }
}
