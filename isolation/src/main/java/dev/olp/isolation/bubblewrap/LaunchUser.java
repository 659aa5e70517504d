package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.process.Tools;
import dev.olp.isolation.tenants.TenantUser;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Who a launch's processes are to the kernel, and by which words before bubblewrap's they become it. */
sealed interface LaunchUser {
    /** The server's own user. */
    record Own() implements LaunchUser {}

    /** Another one, for a server that is root. The signal at the server's death goes with a change of user: set again. */
    record Other(long uid, long gid) implements LaunchUser {}

    /**
     * A subordinate one, for a server that is not root: mapped by the set-uid newuidmap into a namespace that we own, which
     * is why we can still kill what runs there. Privileges can be given up for good only after that.
     */
    record Mapped(long uid, long gid) implements LaunchUser {}

    /** What every child of this server is, unless its tenant is a user of its own. */
    static LaunchUser shared(Optional<ServiceUser> service) {
        return service.<LaunchUser>map(user -> new Other(user.uid(), user.gid()))
                .orElseGet(Own::new);
    }

    /** @param root whether this server is */
    static LaunchUser of(TenantUser tenant, boolean root) {
        return root ? new Other(tenant.uid(), tenant.gid()) : new Mapped(tenant.uid(), tenant.gid());
    }

    default List<String> words(Tools tools) {
        String setpriv = tools.setpriv().toString();
        return switch (this) {
            case Own() -> List.of();
            case Other(long uid, long gid) ->
                List.of(
                        setpriv,
                        "--reuid",
                        Long.toString(uid),
                        "--regid",
                        Long.toString(gid),
                        "--clear-groups",
                        "--pdeathsig",
                        "KILL",
                        "--");
            case Mapped(long uid, long gid) ->
                List.of(
                        tools.unshare().toString(),
                        "--user",
                        "--map-users=" + uid + ",1000,1",
                        "--map-groups=" + gid + ",1000,1",
                        "--setuid",
                        "1000",
                        "--setgid", // and no other group: it drops those of the server
                        "1000",
                        "--",
                        setpriv,
                        "--no-new-privs",
                        "--pdeathsig",
                        "KILL",
                        "--");
        };
    }

    /** Whether it is in a user namespace of the run's own before bubblewrap makes one. */
    default boolean hasNamespace() {
        return this instanceof Mapped;
    }

    /** Uid outside; empty for the server's own. */
    default OptionalLong outside() {
        return switch (this) {
            case Own() -> OptionalLong.empty();
            case Other(long uid, long _) -> OptionalLong.of(uid);
            case Mapped(long uid, long _) -> OptionalLong.of(uid);
        };
    }
}
