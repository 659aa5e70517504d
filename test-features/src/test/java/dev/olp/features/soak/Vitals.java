package dev.olp.features.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.OlpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What a server takes of its machine. */
final class Vitals {
    private static final int JCMD_SECONDS = 30;
    private final OlpServer olp;
    private final List<Long> resident = new ArrayList<>();

    Vitals(OlpServer olp) {
        this.olp = olp;
    }

    /**
     * What must not grow, taken while nothing runs.
     *
     * @param heapKib of the heap, after a full collection
     * @param residentKib then
     * @param threads of the kernel's
     * @param tasks virtual threads with code of ours on their stacks
     * @param files open ones
     */
    record Quiet(long heapKib, long residentKib, int threads, int tasks, int files) {}

    void sample() throws IOException {
        resident.add(residentKib());
    }

    Quiet quiet() throws IOException, InterruptedException {
        jcmd("GC.run");
        long heap = used();
        long kept = residentKib();
        String threads = jcmd("Thread.dump_to_file", "-overwrite", dump().toString());
        assertThat(Files.exists(dump())).as(threads).isTrue();
        String all = Files.readString(dump());
        Files.delete(dump());
        int tasks = (int) Stream.of(all.split("\n\n"))
                .filter(each -> each.lines().findFirst().orElse("").contains("virtual"))
                .filter(each -> each.contains("dev.olp."))
                .count();
        return new Quiet(heap, kept, count("task"), tasks, count("fd"));
    }

    /** The median of each half of the samples, without the first tenth of all: that is the start. */
    List<Long> halvesKib() {
        List<Long> warm = resident.subList(resident.size() / 10, resident.size());
        return List.of(median(warm.subList(0, warm.size() / 2)), median(warm.subList(warm.size() / 2, warm.size())));
    }

    /** The median of each tenth of all samples. */
    List<Long> tenthsKib() {
        List<Long> tenths = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            List<Long> tenth = resident.subList(resident.size() * i / 10, resident.size() * (i + 1) / 10);
            if (!tenth.isEmpty()) {
                tenths.add(median(tenth));
            }
        }
        return tenths;
    }

    private static long median(List<Long> samples) {
        return samples.stream().sorted().toList().get(samples.size() / 2);
    }

    private long used() throws IOException {
        return olp.get("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith("jvm_memory_used_bytes "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.indexOf(' ') + 1)) / 1024)
                .findFirst()
                .orElseThrow();
    }

    private long residentKib() throws IOException {
        return Files.readAllLines(of("status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }

    private int count(String folder) {
        String[] all = of(folder).toFile().list();
        return all == null ? 0 : all.length;
    }

    private Path of(String name) {
        return Path.of("/proc", Long.toString(olp.pid()), name);
    }

    private Path dump() {
        return olp.home().resolve("threads.txt");
    }

    private String jcmd(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(olp.pid())));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(JCMD_SECONDS, TimeUnit.SECONDS)).as(out).isTrue();
        assertThat(process.exitValue()).as(out).isZero();
        return out;
    }
}
