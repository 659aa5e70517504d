package dev.olp.config;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * What a valid configuration may still not do on this machine: be open to others without a key, or promise what it does
 * not hold. Each refusal says what to do.
 */
public final class StartChecks {
    private StartChecks() {}

    /**
     * Reasons not to start; empty when all is well.
     *
     * @param activeKeys keys that are neither revoked nor expired, the owner's token not counted
     */
    public static List<String> refusals(LoadedConfig loaded, int activeKeys) {
        OlpConfig config = loaded.config();
        AuthSettings auth = config.auth();
        List<InetAddress> addresses =
                config.server().bind().stream().map(InetAddress::ofLiteral).toList();
        boolean local = addresses.stream().allMatch(InetAddress::isLoopbackAddress);
        List<String> refusals = new ArrayList<>();
        String bind = "server.bind: " + String.join(", ", config.server().bind());
        if (!local && activeKeys == 0 && loaded.ownerToken().isEmpty()) {
            refusals.add(bind + " can be reached from other machines, but there is no key:"
                    + " make one with `olp keys create --owner`, or bind to 127.0.0.1");
        }
        if (!local && auth.allowAnonymous() && auth.anonymousProviders().isEmpty()) {
            refusals.add(bind + " can be reached from other machines, and auth.allow_anonymous lets everyone in:"
                    + " name what they may use in auth.anonymous_providers, or set allow_anonymous to false");
        }
        if (auth.advertiseAnonymousKey() && !auth.allowAnonymous()) {
            refusals.add("auth.advertise_anonymous_key: needs auth.allow_anonymous to be true as well");
        }
        if (auth.advertiseAnonymousKey() && !addresses.stream().allMatch(StartChecks::isPrivate)) {
            refusals.add("auth.advertise_anonymous_key: " + bind
                    + " is not loopback or a private network: bind to an address such as 192.168.1.2");
        }
        IsolationSettings.SandboxMode sandbox = config.isolation().sandbox();
        if (loaded.sandboxDisabled() && !local && sandbox != IsolationSettings.SandboxMode.OFF) {
            refusals.add(Environment.SANDBOX_DISABLED + ": not where others can reach it (" + bind
                    + "): unset it, bind to 127.0.0.1, or set isolation.sandbox to \"off\"");
        }
        if (sandbox == IsolationSettings.SandboxMode.OFF && activeKeys > 1) {
            refusals.add("isolation.sandbox: off is for one key at most, and " + activeKeys
                    + " are active: revoke the others with `olp keys revoke`, or set it to \"required\"");
        }
        return List.copyOf(refusals);
    }

    /** Loopback, link-local, RFC 1918 or fc00::/7. */
    private static boolean isPrivate(InetAddress address) {
        boolean uniqueLocal = address.getAddress().length == 16 && (address.getAddress()[0] & 0xfe) == 0xfc;
        return address.isLoopbackAddress()
                || address.isSiteLocalAddress()
                || address.isLinkLocalAddress()
                || uniqueLocal;
    }
}
