package dev.edgewise.scheduler;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
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

/** Rules for all modules of the scheduler that the compiler does not hold. */
@AnalyzeClasses(packages = "dev.edgewise.scheduler", importOptions = SourcesOnly.class)
class ArchitectureTest {
    private static final String ROOT = "dev.edgewise.scheduler.";

    /** The classes that put a feature together, beside it: its configuration and its settings. */
    private static final DescribedPredicate<JavaClass> WIRING = JavaClass.Predicates.belongTo(describe(
            "wiring",
            type -> type.isAnnotatedWith(Configuration.class) || type.isAnnotatedWith(ConfigurationProperties.class)));

    /** Intervals are measured by a {@link Ticker}: a clock is for what people read, and for what others have dated. */
    @ArchTest
    static final ArchRule WALL_CLOCKS_ARE_FOR_PEOPLE = noClasses()
            .that(not(WIRING))
            .and()
            .haveNameNotMatching(
                    ".*\\.(ClusterState|SchedulingCycle|ReservationDeadlines|DecisionHistory|ExplanationService|NodesController|SimulationService|InstalledServices"
                            + "|ConditionWriter|KubernetesEventRecorder|KubernetesPreemptionWriter|KubernetesFailoverWriter|ViolationsController|QuarantineController"
                            + "|SlotDecisionInputReader|SlotKubernetesEventRecorder|OfferAnswers|OfferStream|OffersController|OpenOffers|AnchorConfigMapFence|AnchorConfigMapDeletionEventRecorder|FenceLeaseWriter)")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("dev.edgewise.scheduler.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule FABRIC8_STAYS_IN_ITS_ADAPTERS = noClasses()
            .that()
            .resideOutsideOfPackages(
                    ROOT + "kubernetes..", ROOT + "slots.kubernetes..", ROOT + "explain..", ROOT + "suite..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.fabric8..");

    @ArchTest
    static final ArchRule REDIS_STAYS_IN_ITS_ADAPTERS = SharedRules.redisBehindPort("..redis..");

    @ArchTest
    static final ArchRule ONLY_THE_WIRING_KNOWS_THE_WIRING =
            noClasses().that(not(WIRING)).should().dependOnClassesThat(WIRING);

    @ArchTest
    static void theBuildKnowsAllConditions(JavaClasses own) throws IOException {
        assertThat(BuiltConditions.unnamed()).isEmpty();
    }

    @ArchTest
    static final ArchRule TIMES_OF_OTHER_MACHINES_ARE_OF_THE_CLUSTERS_CLOCK = SharedRules.noClockOfTheMachine();
}
