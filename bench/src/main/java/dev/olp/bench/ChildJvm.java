package dev.olp.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another main class of the bench, in a process of its own. */
final class ChildJvm {
    private ChildJvm() {}

    /** @param flags of the JVM */
    static ProcessBuilder of(List<String> flags, Class<?> main, List<String> arguments) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(flags);
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        line.addAll(arguments);
        return new ProcessBuilder(line);
    }
}
