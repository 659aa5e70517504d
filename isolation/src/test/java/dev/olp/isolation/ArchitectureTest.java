package dev.olp.isolation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.olp.isolation.process.FedProgram;
import dev.olp.isolation.process.ForegroundProgram;
import dev.olp.isolation.process.Spawner;

@AnalyzeClasses(packages = "dev.olp.isolation", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule only_the_spawner_and_what_has_the_terminal_start_processes = noClasses()
            .that()
            .doNotBelongToAnyOf(Spawner.class, ForegroundProgram.class, FedProgram.class)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.ProcessBuilder")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.Runtime");

    @ArchTest
    static final ArchRule native_code_stays_in_its_package = noClasses()
            .that()
            .resideOutsideOfPackage("dev.olp.isolation.posix")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jnr..", "java.lang.foreign..");

    @ArchTest
    static final ArchRule nobody_sleeps = noClasses().should().callMethod(Thread.class, "sleep", long.class);

    @ArchTest
    static final ArchRule nobody_sleeps_a_duration =
            noClasses().should().callMethod(Thread.class, "sleep", java.time.Duration.class);

    @ArchTest
    static final ArchRule nobody_prints = noClasses()
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace");

    @ArchTest
    static final ArchRule no_static_state_changes =
            fields().that().areStatic().should().beFinal();

    @ArchTest
    static final ArchRule the_contract_stands_alone = noClasses()
            .that()
            .resideInAPackage("dev.olp.isolation.contract")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("dev.olp.isolation.contract", "java..", "org.jspecify..");

    @ArchTest
    static final ArchRule packages_have_no_cycles =
            slices().matching("dev.olp.isolation.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule the_door_knows_no_implementation = noClasses()
            .that()
            .resideInAPackage("dev.olp.isolation")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.olp.isolation.home", "dev.olp.isolation.process", "dev.olp.isolation.posix");
}
