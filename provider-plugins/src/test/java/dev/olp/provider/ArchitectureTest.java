package dev.olp.provider;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.RandomAccessFile;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** The walls of this module: adapters are pure, and none knows another. */
@AnalyzeClasses(packages = "dev.olp", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule adapters_see_the_contracts_and_the_shared_helpers_only = noClasses()
            .that(resideInAnyPackage(
                    "dev.olp.provider.anthropic..", "dev.olp.provider.openai..", "dev.olp.provider.mistral.."))
            .should()
            .dependOnClassesThat(resideInAPackage("dev.olp..")
                    .and(not(resideInAnyPackage(
                            "dev.olp.provider",
                            "dev.olp.provider.common",
                            "dev.olp.provider.anthropic..",
                            "dev.olp.provider.openai..",
                            "dev.olp.provider.mistral..",
                            "dev.olp.isolation.contract"))))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule no_adapter_sees_another = slices().matching("dev.olp.provider.(anthropic|openai|mistral)..")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule contract_and_helpers_know_no_adapter = noClasses()
            .that(resideInAnyPackage("dev.olp.provider", "dev.olp.provider.common"))
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "dev.olp.provider.anthropic..",
                    "dev.olp.provider.openai..",
                    "dev.olp.provider.mistral..",
                    "dev.olp.provider.builtin.."));

    @ArchTest
    static final ArchRule of_isolation_only_the_contract_is_seen = noClasses()
            .that(resideInAPackage("dev.olp.provider.."))
            .should()
            .dependOnClassesThat(resideInAPackage("dev.olp.isolation"));

    @ArchTest
    static final ArchRule no_file_socket_process_or_thread = noClasses()
            .that(resideInAPackage("dev.olp.provider.."))
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("java.net..", "java.nio.file..", "java.nio.channels..", "java.util.concurrent..")
                            .or(type(File.class))
                            .or(type(FileInputStream.class))
                            .or(type(FileOutputStream.class))
                            .or(type(RandomAccessFile.class))
                            .or(type(Process.class))
                            .or(type(ProcessBuilder.class))
                            .or(type(ProcessHandle.class))
                            .or(type(Runtime.class))
                            .or(type(Thread.class)));

    @ArchTest
    static final ArchRule no_clock = noClasses()
            .that(resideInAPackage("dev.olp.provider.."))
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);

    @ArchTest
    static final ArchRule no_randomness = noClasses()
            .that(resideInAPackage("dev.olp.provider.."))
            .should()
            .callMethod(UUID.class, "randomUUID")
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Random.class, SecureRandom.class, ThreadLocalRandom.class);

    @ArchTest
    static final ArchRule no_environment_and_no_console = noClasses()
            .that(resideInAPackage("dev.olp.provider.."))
            .should()
            .callMethod(System.class, "getenv")
            .orShould()
            .callMethod(System.class, "getenv", String.class)
            .orShould()
            .callMethod(System.class, "getProperty", String.class)
            .orShould()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");

    @ArchTest
    static final ArchRule static_fields_never_change =
            fields().that().areStatic().should().beFinal();

    @ArchTest
    static final ArchRule providers_are_final_and_public = classes()
            .that()
            .implement(Provider.class)
            .should()
            .haveModifier(JavaModifier.FINAL)
            .andShould()
            .bePublic();
}
