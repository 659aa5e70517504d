package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SocketFolder;
import dev.olp.isolation.contract.HomeFile;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.home.ChildStarter;
import dev.olp.isolation.home.RelativePath;
import dev.olp.isolation.home.RunFolder;
import dev.olp.isolation.limits.RunCgroup;
import dev.olp.isolation.process.Child;
import dev.olp.isolation.process.Children;
import dev.olp.isolation.process.Containment;
import dev.olp.isolation.process.Executable;
import dev.olp.isolation.process.LineQueue;
import dev.olp.isolation.process.RunProcesses;
import dev.olp.isolation.process.Wrapping;
import dev.olp.isolation.tenants.TenantUser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Starts a child inside a sandbox of its own. Its run's folder holds only what bubblewrap is told, for milliseconds. */
final class BubblewrapStarter implements ChildStarter {
    /** Where a binary is that lies nowhere inside otherwise. */
    private static final String BINARY = "/cli";

    /** Files of a home; each is an open descriptor of the launch. */
    private static final int MOST_FILES = 256;

    private static final Path USR = Path.of("/usr");

    /** What programs look up in any case: nobody but the sandbox's own user, and nothing but its own loopback. */
    private static final List<InsideFile> ETC = List.of(
            etc("passwd", "u:x:65534:65534::/home/u:/bin/sh\n"),
            etc("group", "u:x:65534:\n"),
            etc("hosts", "127.0.0.1 localhost\n::1 localhost\n"),
            etc("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n"));

    private final Machine machine;
    private final SandboxSpec spec;
    private final String tenant;
    private final Children children;
    private volatile Optional<TenantUser> tenantUser = Optional.empty();

    BubblewrapStarter(Machine machine, SandboxSpec spec, String tenant, Children children) {
        this.machine = machine;
        this.spec = spec;
        this.tenant = tenant;
        this.children = children;
    }

    private static InsideFile etc(String name, String content) {
        return new InsideFile("/etc/" + name, "0444", content.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void prepare(Path folder) throws SandboxException {
        tenantUser = machine.tiers().take(spec.tier(), tenant); // the home is made inside
    }

    @Override
    public void ended() {
        tenantUser.ifPresent(TenantUser::close);
    }

    private LaunchUser user() {
        return tenantUser
                .map(own -> LaunchUser.of(own, machine.user().isPresent()))
                .orElseGet(() -> LaunchUser.shared(machine.user()));
    }

    @Override
    public HomePaths paths(Path folder) {
        return BubblewrapLine.PATHS;
    }

    @Override
    public SocketFolder sockets(Path folder) {
        return new SocketFolder(
                RunFolder.sockets(folder),
                SandboxSpec.SOCKETS,
                user().outside(),
                machine.user().isPresent());
    }

    @Override
    public Child start(ChildSpec child, Path folder, LineQueue queue) throws SandboxException {
        Executable.check(child.binary()); // before anything is written
        if (user().outside().isPresent()) {
            Reach.check(child.binary());
        }
        Set<String> directories = new LinkedHashSet<>();
        for (String directory : child.directories()) {
            addFolders(directories, RelativePath.of(directory));
        }
        List<InsideFile> files = new ArrayList<>(ETC);
        for (HomeFile file : child.files()) {
            Path path = RelativePath.of(file.path());
            if (path.getParent() != null) {
                addFolders(directories, path.getParent());
            }
            files.add(new InsideFile(BubblewrapLine.PATHS.home() + "/" + path, "0600", file.content()));
        }
        if (child.files().size() > MOST_FILES) {
            throw new SandboxException(
                    child.files().size() + " files in a home (expected: at most " + MOST_FILES + ")");
        }
        Map<String, Path> programs = new LinkedHashMap<>();
        List<String> command = new ArrayList<>();
        spec.bridge().ifPresent(bridge -> {
            programs.put(Bridge.INSIDE, bridge.helper());
            command.add(Bridge.INSIDE);
            command.addAll(bridge.arguments());
        });
        command.add(place(child.binary(), programs));
        command.addAll(child.args());
        List<String> arguments = BubblewrapLine.arguments(
                spec,
                machine.facts(),
                RunFolder.sockets(folder),
                programs,
                List.copyOf(directories),
                files,
                Children.environment(child.env(), BubblewrapLine.PATHS),
                child.controllingTerminal());
        if (arguments.stream().anyMatch(argument -> argument.indexOf('\0') >= 0)) {
            throw new SandboxException("an argument of the sandbox holds a NUL");
        }
        RunFolder.write(folder.resolve(BubblewrapLine.ARGUMENTS_FILE), BubblewrapLine.bytes(arguments));
        RunFolder.write(folder.resolve(BubblewrapLine.FILTER_FILE), machine.filter());
        for (int index = 0; index < files.size(); index++) {
            RunFolder.write(
                    folder.resolve(BubblewrapLine.INSIDE_FILE + index),
                    files.get(index).content());
        }
        Optional<RunCgroup> cgroup = machine.limits().open(folder.getFileName().toString());
        try {
            return children.start(
                    child, queue, new Launch(child.controllingTerminal(), folder, command, files.size(), cgroup));
        } catch (SandboxException e) {
            cgroup.ifPresent(RunCgroup::remove);
            throw e;
        }
    }

    /** A parent before what is in it, each made private: bubblewrap would make it open to all. */
    private static void addFolders(Set<String> directories, Path relative) {
        for (int names = 1; names <= relative.getNameCount(); names++) {
            directories.add(BubblewrapLine.PATHS.home() + "/" + relative.subpath(0, names));
        }
    }

    /** Where the binary is inside; adds what it takes to have it there. */
    private String place(Path binary, Map<String, Path> programs) throws SandboxException {
        if (spec.readOnly().stream().anyMatch(binary::startsWith)) {
            return binary.toString();
        }
        if (spec.profile() == Profile.BARE) {
            programs.putAll(machine.libraries().neededBy(binary));
        } else if (binary.startsWith(USR)
                || machine.facts().usrLinks().stream().anyMatch(link -> binary.startsWith("/" + link))) {
            return binary.toString();
        }
        programs.put(BINARY, binary);
        return BINARY;
    }

    private final class Launch implements Wrapping {
        private final boolean terminal;
        private final Path folder;
        private final List<String> command;
        private final int files;
        private final Optional<RunCgroup> cgroup;

        Launch(boolean terminal, Path folder, List<String> command, int files, Optional<RunCgroup> cgroup) {
            this.terminal = terminal;
            this.folder = folder;
            this.command = command;
            this.files = files;
            this.cgroup = cgroup;
        }

        @Override
        public List<String> line(Optional<String> device) throws SandboxException {
            List<String> words = new ArrayList<>(
                    List.of(cgroup.map(own -> own.path().toString()).orElse("-"), folder.toString()));
            LaunchUser user = user();
            words.addAll(BubblewrapLine.command(machine.bubblewrap().binary(), machine.before(user), command));
            List<String> shell = BubblewrapLine.needsLargeDescriptors(files)
                    ? List.of(machine.largeShell().toString(), "--posix")
                    : List.of(machine.tools().shell().toString());
            return machine.launchLine(user).of(shell, RunCgroup.JOIN + BubblewrapLine.opening(files), words, device);
        }

        /** Empty: bubblewrap clears the child's but keeps its own, which its first process inside shows. */
        @Override
        public Map<String, String> environment() {
            return Map.of();
        }

        @Override
        public Path folder() {
            return Path.of("/");
        }

        @Override
        public Containment containment(RunProcesses family) {
            return new SandboxProcesses(
                    machine.posix(), family, folder.resolve(BubblewrapLine.STATUS_FILE), !terminal, cgroup);
        }
    }
}
