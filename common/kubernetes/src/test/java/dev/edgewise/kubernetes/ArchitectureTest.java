package dev.edgewise.kubernetes;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.edgewise.common.testing.SharedRules;
import dev.edgewise.common.testing.SourcesOnly;
import java.time.Clock;
import java.time.Instant;

@AnalyzeClasses(packages = "dev.edgewise.kubernetes", importOptions = SourcesOnly.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule onlyWiringAndDiscoveryKnowSpring = noClasses()
            .that()
            .resideOutsideOfPackages("..kubernetes.autoconfigure..", "..kubernetes.discovery..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "..common.boot..");

    @ArchTest
    static final ArchRule servicesAreNotKnown =
            SharedRules.knowsOnly("dev.edgewise.kubernetes..", "dev.edgewise.common..", "dev.edgewise.http..");

    /** Intervals are measured by a monotonic clock: a Lease says when it was renewed, for people. */
    @ArchTest
    static final ArchRule wallClocksAreForPeople = noClasses()
            .that()
            .resideOutsideOfPackage("..kubernetes.autoconfigure..")
            .and()
            .haveNameNotMatching(
                    ".*\\.(ClusterClock|LeaderElection|LeaseLock|LeaderWriteGate|PodEventWriter|ObjectEventRecorder|ObjectEventSender)")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule noCycles = SharedRules.noCycles("dev.edgewise.kubernetes");

    @ArchTest
    static final ArchRule timesOfOtherMachinesAreOfTheClustersClock =
            SharedRules.noClockOfTheMachine("KubernetesAutoConfiguration", "LeadershipAutoConfiguration");
}
