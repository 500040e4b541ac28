package dev.edgewise.scheduler;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.edgewise.common.time.Ticker;
import java.time.Clock;
import java.time.Instant;

/** What keeps the decision core pure, and the adapters apart. */
@AnalyzeClasses(
        packages = "dev.edgewise.scheduler",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.DoNotIncludeGenerated.class})
class ArchitectureTest {
    /** Spring's ahead-of-time processing leaves its classes beside ours. */
    static final class DoNotIncludeGenerated implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("__");
        }
    }

    private static final String ROOT = "dev.edgewise.scheduler.";

    /** What talks to the world; everything else decides. */
    private static final String[] RIM = {
        "dev.edgewise.scheduler",
        ROOT + "kubernetes..",
        ROOT + "config..",
        ROOT + "decisions..",
        ROOT + "explain..",
        ROOT + "nodes..",
        ROOT + "metrics..",
        ROOT + "signals..",
    };

    @ArchTest
    static final ArchRule CORE_IS_PURE = classes()
            .that(resideInAPackage("dev.edgewise.scheduler..").and(JavaClass.Predicates.resideOutsideOfPackages(RIM)))
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.jspecify..", "org.pcollections..")
                    .or(resideInAnyPackage(
                            "dev.edgewise.common", "dev.edgewise.common.time", "dev.edgewise.common.signal"))
                    .or(resideInAPackage("dev.edgewise.scheduler..")
                            .and(JavaClass.Predicates.resideOutsideOfPackages(RIM))));

    @ArchTest
    static final ArchRule CORE_HAS_NO_CLOCK_OF_ITS_OWN = noClasses()
            .that(resideInAPackage("dev.edgewise.scheduler..").and(JavaClass.Predicates.resideOutsideOfPackages(RIM)))
            .should()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod(Clock.class, "systemDefaultZone")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(Ticker.class, "system");

    /** Intervals are measured by a {@link Ticker}: a clock is for what people read, and for what others have dated. */
    @ArchTest
    static final ArchRule WALL_CLOCKS_ARE_FOR_PEOPLE = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "config..")
            .and()
            .haveNameNotMatching(
                    ".*\\.(ClusterState|Cycle|DecisionHistory|Explanations|ExplainConfiguration|NodesController"
                            + "|EventWriter|ConditionWriter|KubernetesAnnouncer|KubernetesEvictor)")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("dev.edgewise.scheduler.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule FABRIC8_STAYS_IN_ITS_ADAPTERS = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + "kubernetes..", ROOT + "config..", ROOT + "explain..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.fabric8..");

    @ArchTest
    static final ArchRule REDIS_STAYS_IN_ITS_ADAPTERS = noClasses()
            .that()
            .resideOutsideOfPackages("..redis..", ROOT + "config..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework.data.redis..", "io.lettuce..");

    @ArchTest
    static final ArchRule ONLY_THE_WIRING_KNOWS_THE_WIRING = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + "config..", "dev.edgewise.scheduler")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + "config..");

    @ArchTest
    static final ArchRule KUBERNETES_KNOWS_PORTS_ONLY = noClasses()
            .that()
            .resideInAPackage(ROOT + "kubernetes..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    ROOT + "explain..", ROOT + "decisions..", ROOT + "nodes..", ROOT + "signals..", ROOT + "metrics..");
}
