package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.process.RunProcesses;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What bubblewrap told through {@code --json-status-fd}: the one source for how a child ended, since nobody inside can
 * write there. {@code child-pid} comes before the set-up ends; {@code exit-code} only if the child really ran.
 *
 * @param initPid the pid, outside, of the sandbox's first process
 * @param exitCode the child's, as a shell would report it
 */
record SandboxStatus(OptionalInt initPid, OptionalInt exitCode) {
    private static final Pattern INIT = Pattern.compile("\"child-pid\": (\\d{1,9})\\b");
    private static final Pattern EXIT = Pattern.compile("\"exit-code\": (\\d{1,3})\\b");
    private static final int SIGNAL_BASE = 128;

    /** Nothing told yet when there is no such file, or no longer. */
    static SandboxStatus read(Path file) {
        try {
            return parse(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException notYet) {
            return parse("");
        }
    }

    static SandboxStatus parse(String text) {
        return new SandboxStatus(number(INIT, text), number(EXIT, text));
    }

    private static OptionalInt number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }

    /**
     * How the child ended.
     *
     * @param outer status of the outer process: only a signal that ended it says more than ours
     */
    ExitStatus verdict(int outer) {
        if (exitCode.isPresent()) {
            return RunProcesses.verdictOf(exitCode.getAsInt());
        }
        return outer > SIGNAL_BASE ? RunProcesses.verdictOf(outer) : new ExitStatus.NotStarted();
    }
}
