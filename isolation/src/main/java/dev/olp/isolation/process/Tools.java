package dev.olp.isolation.process;

import dev.olp.isolation.SandboxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The programs of the launch line, by absolute path: never looked up in a PATH that somebody may have set.
 *
 * @param shell POSIX shell
 * @param setsid util-linux
 * @param setpriv util-linux
 * @param unshare util-linux
 * @param prlimit util-linux
 */
public record Tools(Path shell, Path setsid, Path setpriv, Path unshare, Path prlimit) {
    /** @throws SandboxException when one is missing; the message names the package that brings it */
    public static Tools find() throws SandboxException {
        return find(List.of(Path.of("/usr/bin"), Path.of("/bin")));
    }

    static Tools find(List<Path> folders) throws SandboxException {
        return new Tools(
                find(folders, "sh", "dash"),
                find(folders, "setsid", "util-linux"),
                find(folders, "setpriv", "util-linux"),
                find(folders, "unshare", "util-linux"),
                find(folders, "prlimit", "util-linux"));
    }

    private static Path find(List<Path> folders, String name, String debianPackage) throws SandboxException {
        for (Path folder : folders) {
            if (Files.isExecutable(folder.resolve(name))) {
                return folder.resolve(name);
            }
        }
        throw new SandboxException(
                name + " is in none of " + folders + " (expected: install the package " + debianPackage + ")");
    }
}
