package dev.olp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
        packages = {
            "dev.olp.app",
            "dev.olp.audit",
            "dev.olp.auth",
            "dev.olp.cache",
            "dev.olp.config",
            "dev.olp.endpoint",
            "dev.olp.fakeupstream",
            "dev.olp.gateway",
            "dev.olp.http",
            "dev.olp.logins",
            "dev.olp.management",
            "dev.olp.quota",
            "dev.olp.registry",
            "dev.olp.routing",
            "dev.olp.run",
            "dev.olp.schema",
            "dev.olp.store",
            "dev.olp.warm",
            "dev.olp.tracing",
            "dev.olp.wire"
        },
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /** The gateway is a door of its own. The fake needs it too: only Netty tells at once that a client closed while a reply is silent. */
    @ArchTest
    static final ArchRule netty_stays_at_the_door = noClasses()
            .that()
            .resideOutsideOfPackages("dev.olp.http", "dev.olp.gateway..", "dev.olp.fakeupstream")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..");

    @ArchTest
    static final ArchRule sql_stays_in_the_store = noClasses()
            .that()
            .resideOutsideOfPackage("dev.olp.store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite..", "org.flywaydb..");

    @ArchTest
    static final ArchRule nobody_here_starts_a_process = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.ProcessBuilder")
            .orShould()
            .callMethod(Runtime.class, "exec", String[].class)
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("jnr..");

    @ArchTest
    static final ArchRule only_the_tracing_and_the_wiring_know_open_telemetry = noClasses()
            .that()
            .resideOutsideOfPackages("dev.olp.tracing", "dev.olp.app")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.opentelemetry..");

    @ArchTest
    static final ArchRule dialects_are_pure = noClasses()
            .that()
            .resideInAPackage("dev.olp.wire..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net..", "java.nio.file..", "java.util.concurrent..", "dev.olp.http..");

    @ArchTest
    static final ArchRule the_door_knows_no_key_model_or_provider = noClasses()
            .that()
            .resideInAPackage("dev.olp.http")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.olp.auth..", "dev.olp.registry..", "dev.olp.provider..", "dev.olp.run..", "dev.olp.routing..");

    @ArchTest
    static final ArchRule only_the_wiring_knows_an_implementation = noClasses()
            .that()
            .resideOutsideOfPackages("dev.olp.app..", "dev.olp.store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.olp.store.sqlite..", "dev.olp.isolation.home..", "dev.olp.provider.builtin..");

    @ArchTest
    static final ArchRule nobody_sleeps = noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", java.time.Duration.class);

    @ArchTest
    static final ArchRule only_mains_touch_the_standard_streams = noClasses()
            .that()
            .doNotHaveSimpleName("Main")
            .and()
            .doNotHaveSimpleName("FakeUpstream")
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
    static final ArchRule packages_have_no_cycles =
            slices().matching("dev.olp.(*)..").should().beFreeOfCycles();
}
