package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.home.SpawnRoot;
import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.tenants.SubIds;
import dev.olp.isolation.tenants.TenantUsers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds out whether each tenant can be a user of its own here. A server that is root becomes that user; another needs
 * newuidmap, which is set-uid and fails for a process that may gain no privileges, whose group is not the user's own in
 * the password file, or that is in a user namespace itself: so it is tried.
 *
 * @param users password file
 * @param subUsers ranges of user ids, as in subuid(5)
 * @param subGroups ranges of group ids
 */
record TierLook(Path users, Path subUsers, Path subGroups) {
    static final TierLook SYSTEM = new TierLook(Path.of("/etc/passwd"), Path.of("/etc/subuid"), Path.of("/etc/subgid"));

    private static final List<Path> HELPERS = List.of(Path.of("/usr/bin/newuidmap"), Path.of("/usr/bin/newgidmap"));
    private static final Path SELF = Path.of("/proc/self/status");
    private static final String RANGES =
            "give the server's user at least 64 subordinate user and group ids: usermod --add-subuids 1000000-1065535"
                    + " --add-subgids 1000000-1065535 USER";

    /**
     * Looks.
     *
     * @param service who children are otherwise, when we are root
     * @param shared the folder under which homes are made
     * @param works whether a sandbox can be made by that user
     */
    Tiers tiers(Posix posix, Optional<ServiceUser> service, Path shared, Predicate<LaunchUser> works) {
        long uid = service.map(ServiceUser::uid).orElseGet(posix::effectiveUserId);
        boolean root = service.isPresent();
        if (!root && !HELPERS.stream().allMatch(Files::isExecutable)) {
            return Tiers.shared("newuidmap is missing", "install the package uidmap");
        }
        if (!root && mayGainNothing()) {
            return Tiers.shared(
                    "this server may gain no privileges (NoNewPrivileges), which newuidmap has to",
                    "run OLP by the systemd unit's per-os-user variant");
        }
        List<String> owners = owners(uid);
        Optional<SubIds> userIds = SubIds.of(subUsers, owners);
        Optional<SubIds> groupIds = SubIds.of(subGroups, owners);
        if (userIds.isEmpty() || groupIds.isEmpty()) {
            return Tiers.shared("the server's user has no subordinate ids", RANGES);
        }
        if (!SpawnRoot.isPassable(shared)) {
            return Tiers.shared(
                    "other users cannot pass through the folder of the runs",
                    "start OLP with isolation.tier per-os-user, and RuntimeDirectoryMode=0711 in its unit");
        }
        TenantUsers tenants = new TenantUsers(userIds.get(), groupIds.get(), shared);
        return works.test(LaunchUser.of(tenants.sample(), root))
                ? Tiers.perOsUser(tenants)
                : Tiers.shared(
                        "a sandbox cannot be made by a subordinate user; the log says why",
                        "start the server with its user's own group, outside of any user namespace");
    }

    /** The name of a user, if it has one, and its number; ranges are found by either. */
    private List<String> owners(long uid) {
        List<String> owners = new ArrayList<>(List.of(Long.toString(uid)));
        try {
            for (String line : Files.readAllLines(users, StandardCharsets.ISO_8859_1)) {
                String[] fields = line.split(":", -1);
                if (fields.length > 2 && fields[2].equals(Long.toString(uid))) {
                    owners.add(fields[0]);
                }
            }
            return owners;
        } catch (IOException e) { // the number alone may do
            return owners;
        }
    }

    private static boolean mayGainNothing() {
        try {
            return Files.readAllLines(SELF, StandardCharsets.ISO_8859_1).stream()
                    .anyMatch(line -> line.matches("NoNewPrivs:\\s*1"));
        } catch (IOException e) {
            return false; // the trial tells
        }
    }
}
