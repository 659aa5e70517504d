package dev.olp.features.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.features.scenarios.ScenarioList.Line;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

class ScenariosTest {
    private static final Path FILE = Path.of("scenarios.csv");

    @Test
    void everyScenarioHasExactlyOneLine() throws IOException {
        assertThat(ScenarioList.read(FILE)).extracting(Line::scenario).containsExactlyElementsOf(known());
    }

    @Test
    void aPlannedScenarioNamesItsIssue() throws IOException {
        assertThat(ScenarioList.read(FILE).stream().filter(Line::isLater))
                .allSatisfy(
                        line -> assertThat(line.coveredBy()).as(line.scenario()).matches("later: issue [2-8]"));
    }

    @Test
    void everyNamedTestExists() throws Exception {
        Map<String, Path> classes = testClasses();
        for (Line line : ScenarioList.read(FILE)) {
            for (String test : line.tests()) {
                assertThat(exists(test, classes))
                        .as(line.scenario() + ": " + test)
                        .isTrue();
            }
        }
    }

    @Test
    void aTestThatDoesNotExistIsSeen() throws Exception {
        Map<String, Path> classes = testClasses();

        assertThat(exists("ScenariosTest#everyNamedTestExists", classes)).isTrue();
        assertThat(exists("ScenariosTest#nothing", classes)).isFalse();
        assertThat(exists("ScenariosTest#known", classes))
                .as("no test, a helper")
                .isFalse();
        assertThat(exists("NoSuchIT#everyNamedTestExists", classes)).isFalse();
        assertThat(exists("nonsense", classes)).isFalse();
    }

    @Test
    void aDamagedLineIsSeen(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("s.csv"), "scenario,title,covered_by\nS01,title\n");

        assertThatThrownBy(() -> ScenarioList.read(file)).hasMessageContaining("S01,title");
    }

    /** The scenarios of record, in order. */
    private static List<String> known() throws IOException {
        try (InputStream in = Objects.requireNonNull(ScenariosTest.class.getResourceAsStream("/scenarios.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /** Test classes by simple name. */
    private static Map<String, Path> testClasses() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("target/test-classes"))) {
            return files.filter(f ->
                            f.toString().endsWith(".class") && !f.toString().contains("$"))
                    .collect(Collectors.toMap(
                            f -> String.valueOf(f.getFileName()).replace(".class", ""),
                            Function.identity(),
                            (a, b) -> a));
        }
    }

    private static boolean exists(String test, Map<String, Path> classes) throws ClassNotFoundException {
        String[] parts = test.split("#", -1);
        Path file = classes.get(parts[0]);
        if (parts.length != 2 || file == null) {
            return false;
        }
        String name = Path.of("target/test-classes")
                .relativize(file)
                .toString()
                .replace('/', '.')
                .replaceAll("\\.class$", "");
        // not initialised: that would start the servers of the class
        Class<?> type = Class.forName(name, false, ScenariosTest.class.getClassLoader());
        return Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
                .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                .filter(m -> m.getName().equals(parts[1]))
                .anyMatch(ScenariosTest::isTest);
    }

    private static boolean isTest(Method method) {
        return method.isAnnotationPresent(Test.class)
                || method.isAnnotationPresent(RepeatedTest.class)
                || method.isAnnotationPresent(ParameterizedTest.class);
    }
}
