package dev.olp.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Microseconds of CPU a request by kind, slice by slice, measured in a process of its own with the server's JVM flags. */
record Slices(Map<String, List<Double>> byName) {
    /**
     * Has a {@link SliceLoop} run.
     *
     * @param name of its folder and its log
     * @param loop its main class
     * @param atOnce how many ask at once, one measurement after the other
     */
    static Slices measure(Settings settings, String name, Class<?> loop, int mostWarmUps, int... atOnce)
            throws IOException, InterruptedException {
        Path folder = settings.temp().resolve(name);
        Path errors = settings.temp().resolve(name + ".log");
        List<String> arguments = new ArrayList<>(
                List.of(folder.toString(), Integer.toString(mostWarmUps), Integer.toString(2 * settings.seconds())));
        for (int each : atOnce) {
            arguments.add(Integer.toString(each));
        }
        Process process = ChildJvm.of(settings.fullFlags(), loop, arguments)
                .redirectError(errors.toFile())
                .start();
        process.getOutputStream().close();
        Map<String, List<Double>> byName = new HashMap<>();
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.split("\t", 2))
                .forEach(parts ->
                        byName.computeIfAbsent(parts[1], _ -> new ArrayList<>()).add(Double.parseDouble(parts[0])));
        if (process.waitFor() != 0) {
            throw new IOException("the measurement failed: " + Files.readString(errors));
        }
        Folders.remove(folder);
        return new Slices(byName);
    }

    List<Double> of(String name) {
        return byName.getOrDefault(name, List.of());
    }

    double median(String name) {
        return Medians.of(of(name));
    }
}
