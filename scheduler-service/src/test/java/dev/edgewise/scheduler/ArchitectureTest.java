package dev.edgewise.scheduler;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.edgewise.common.boot.BuiltConditions;
import dev.edgewise.common.testing.SharedRules;
import dev.edgewise.common.testing.SourcesOnly;
import dev.edgewise.common.time.Ticker;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Configuration;

/** What keeps the decision core pure, and the adapters apart. */
@AnalyzeClasses(packages = "dev.edgewise.scheduler", importOptions = SourcesOnly.class)
class ArchitectureTest {
    private static final String ROOT = "dev.edgewise.scheduler.";

    /** What talks to the world; everything else decides. */
    private static final String[] RIM = {
        "dev.edgewise.scheduler",
        ROOT + "kubernetes..",
        ROOT + "decisions..",
        ROOT + "explain..",
        ROOT + "nodes..",
        ROOT + "failover..",
        ROOT + "drift..",
        ROOT + "reservations..",
        ROOT + "metrics..",
        ROOT + "signals..",
        ROOT + "web..",
        ROOT + "suite..",
        ROOT + "extender..",
    };

    /** What puts a feature together, beside it: its configuration and its settings. */
    private static final DescribedPredicate<JavaClass> WIRING = JavaClass.Predicates.belongTo(describe(
            "wiring",
            type -> type.isAnnotatedWith(Configuration.class) || type.isAnnotatedWith(ConfigurationProperties.class)));

    private static final DescribedPredicate<JavaClass> CORE = resideInAPackage("dev.edgewise.scheduler..")
            .and(JavaClass.Predicates.resideOutsideOfPackages(RIM))
            .and(not(WIRING))
            .as("core");

    @ArchTest
    static final ArchRule CORE_IS_PURE = classes()
            .that(CORE)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.jspecify..", "org.pcollections..")
                    .or(resideInAnyPackage(
                            "dev.edgewise.common",
                            "dev.edgewise.common.energy",
                            "dev.edgewise.common.time",
                            "dev.edgewise.common.signal",
                            "dev.edgewise.common.signal.energy",
                            "dev.edgewise.common.signal.reward"))
                    .or(CORE));

    @ArchTest
    static final ArchRule CORE_HAS_NO_CLOCK_OF_ITS_OWN = SharedRules.noClockOfItsOwn(CORE);

    /** Intervals are measured by a {@link Ticker}: a clock is for what people read, and for what others have dated. */
    @ArchTest
    static final ArchRule WALL_CLOCKS_ARE_FOR_PEOPLE = noClasses()
            .that(not(WIRING))
            .and()
            .haveNameNotMatching(
                    ".*\\.(ClusterState|Cycle|Deadlines|DecisionHistory|Explanations|NodesController|Simulations|Suite"
                            + "|ConditionWriter|KubernetesEventRecorder|KubernetesEvictor|KubernetesFailover|ViolationsController|QuarantineController)")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule NO_CYCLES = SharedRules.noCycles("dev.edgewise.scheduler");

    @ArchTest
    static final ArchRule FABRIC8_STAYS_IN_ITS_ADAPTERS = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + "kubernetes..", ROOT + "explain..", ROOT + "suite..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.fabric8..");

    @ArchTest
    static final ArchRule HTTPCORE_STAYS_IN_THE_EXTENDER = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "extender..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.hc..");

    @ArchTest
    static final ArchRule REDIS_STAYS_IN_ITS_ADAPTERS = SharedRules.redisBehindPort("..redis..");

    @ArchTest
    static final ArchRule ONLY_THE_WIRING_KNOWS_THE_WIRING =
            noClasses().that(not(WIRING)).should().dependOnClassesThat(WIRING);

    @ArchTest
    static final ArchRule KUBERNETES_KNOWS_PORTS_ONLY = noClasses()
            .that()
            .resideInAPackage(ROOT + "kubernetes..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    ROOT + "explain..",
                    ROOT + "decisions..",
                    ROOT + "nodes..",
                    ROOT + "signals..",
                    ROOT + "metrics..",
                    ROOT + "web..");

    @ArchTest
    static void theBuildKnowsAllConditions(JavaClasses own) throws IOException {
        assertThat(BuiltConditions.unnamed()).isEmpty();
    }

    @ArchTest
    static final ArchRule TIMES_OF_OTHER_MACHINES_ARE_OF_THE_CLUSTERS_CLOCK = SharedRules.noClockOfTheMachine();
}
