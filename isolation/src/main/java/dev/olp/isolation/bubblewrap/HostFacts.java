package dev.olp.isolation.bubblewrap;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the mount plan depends on: bubblewrap fails on a mask over something that is not there.
 *
 * @param procFiles files of /proc that tell of the host, of those there are
 * @param procFolders folders likewise
 * @param usrLinks top-level names that lead into /usr, like {@code lib64}
 * @param network files and folders that a program on the host's network reads
 */
record HostFacts(List<String> procFiles, List<String> procFolders, List<String> usrLinks, List<String> network) {
    private static final List<String> FILES = List.of(
            "keys",
            "key-users",
            "timer_list",
            "kallsyms",
            "kcore",
            "kmsg",
            "sched_debug",
            "slabinfo",
            "vmallocinfo",
            "iomem",
            "ioports",
            "interrupts",
            "config.gz",
            "kpagecgroup",
            "kpagecount",
            "kpageflags");
    private static final List<String> FOLDERS =
            List.of("acpi", "asound", "bus", "irq", "fs", "tty", "driver", "scsi", "pressure");
    private static final List<String> LINKS = List.of("bin", "sbin", "lib", "lib64");
    private static final List<String> NETWORK = List.of("/etc/ssl", "/etc/resolv.conf");

    HostFacts {
        procFiles = List.copyOf(procFiles);
        procFolders = List.copyOf(procFolders);
        usrLinks = List.copyOf(usrLinks);
        network = List.copyOf(network);
    }

    /** Of this machine. */
    static HostFacts look() {
        List<String> links = new ArrayList<>();
        for (String name : LINKS) {
            if (Files.isDirectory(Path.of("/usr", name))) {
                links.add(name);
            }
        }
        return new HostFacts(
                present(FILES.stream().map(name -> "/proc/" + name)),
                present(FOLDERS.stream().map(name -> "/proc/" + name)),
                links,
                NETWORK.stream().filter(path -> Files.exists(Path.of(path))).toList());
    }

    private static List<String> present(Stream<String> paths) {
        return paths.filter(path -> Files.exists(Path.of(path), LinkOption.NOFOLLOW_LINKS))
                .toList();
    }
}
