package dev.olp.isolation.limits;

/**
 * Why a limit cannot be had here.
 *
 * @param reason without paths
 * @param remedy what the operator can do
 */
record Shortfall(String reason, String remedy) {
    private static final String UNIT = "run OLP by its systemd unit, which has Delegate=cpu memory pids";

    static Shortfall noTree() {
        return new Shortfall(
                "no cgroup v2 is mounted", "boot with systemd.unified_cgroup_hierarchy=1 on the kernel's command line");
    }

    static Shortfall notOurs() {
        return new Shortfall("our cgroup is not delegated to us", UNIT);
    }

    static Shortfall controllersElsewhere() {
        return new Shortfall(
                "the cgroup v2 tree has no controllers, they belong to v1",
                "boot with systemd.unified_cgroup_hierarchy=1 on the kernel's command line");
    }

    static Shortfall noProcesses() {
        return new Shortfall("our cgroup has no pids controller", UNIT);
    }

    /** The kernel's own word for it would name a path. */
    static Shortfall unusable() {
        return new Shortfall("the kernel does not let us divide our cgroup", UNIT);
    }

    /** @param onTheMachine whether the kernel has the memory controller at all */
    static Shortfall noMemory(boolean onTheMachine) {
        return onTheMachine
                ? new Shortfall("our cgroup has no memory controller", UNIT)
                : new Shortfall(
                        "the kernel runs without its memory controller",
                        "add cgroup_enable=memory to /boot/firmware/cmdline.txt (Raspberry Pi) or to the kernel's"
                                + " command line, and boot");
    }
}
