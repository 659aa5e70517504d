package dev.olp.isolation.home;

import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SocketFolder;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.process.Child;
import dev.olp.isolation.process.Children;
import dev.olp.isolation.process.LineQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Starts a child among our own files and processes, its home a folder on disk. */
final class PlainStarter implements ChildStarter {
    private final Children children;
    private final WorkFolder work;

    PlainStarter(Children children, WorkFolder work) {
        this.children = children;
        this.work = work;
    }

    @Override
    public void prepare(Path folder) throws SandboxException {
        work.ensureEmpty();
        try {
            RunFolder.makeHome(folder);
        } catch (IOException e) {
            throw new SandboxException("cannot make a home in " + folder, e);
        }
    }

    @Override
    public HomePaths paths(Path folder) {
        return RunFolder.paths(folder, work.path());
    }

    @Override
    public SocketFolder sockets(Path folder) {
        Path sockets = RunFolder.sockets(folder);
        return new SocketFolder(sockets, sockets.toString(), OptionalLong.empty(), true);
    }

    @Override
    public Child start(ChildSpec spec, Path folder, LineQueue queue) throws SandboxException {
        RunFolder.fill(folder, spec.directories(), spec.files());
        return children.start(spec, paths(folder), queue);
    }

    @Override
    public void ended() {
        // the child was us to the kernel
    }
}
