package dev.edgewise.global;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
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
import java.io.IOException;

@AnalyzeClasses(packages = "dev.edgewise.global", importOptions = SourcesOnly.class)
class ArchitectureTest {
    private static final DescribedPredicate<JavaClass> DECISIONS = SharedRules.in(
            "..global.model..",
            "..global.expression..",
            "..global.cluster..",
            "..global.policy..",
            "..global.member..",
            "..global.decide..",
            "..global.queue..",
            "..global.adaptive..");

    @ArchTest
    static final ArchRule decisionsArePure = SharedRules.pure(DECISIONS);

    @ArchTest
    static final ArchRule decisionsKnowNoClock = SharedRules.noClock(DECISIONS);

    @ArchTest
    static final ArchRule decisionsKnowNoJson = noClasses()
            .that(DECISIONS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("tools.jackson..", "com.fasterxml.jackson..");

    @ArchTest
    static final ArchRule clocksComeIn = SharedRules.noClockOfItsOwn(resideInAPackage("dev.edgewise.global.."));

    /** The requests of a pod are added up as the scheduler does, from the pod of the client library. */
    @ArchTest
    static final ArchRule kubernetesIsBehindItsPorts = SharedRules.kubernetesBehindPorts(
            "dev.edgewise.global.kubernetes..",
            "dev.edgewise.global.manifests..",
            "dev.edgewise.global.remote..",
            "dev.edgewise.global.replica..",
            "dev.edgewise.global.callback..");

    /** The API server is the queue. */
    @ArchTest
    static final ArchRule noRedis = SharedRules.redisBehindPort();

    /** The process sees clusters, and does not know the scheduler's core. */
    @ArchTest
    static final ArchRule knowsNoOtherService = SharedRules.knowsOnly(
            "dev.edgewise.global..", "dev.edgewise.common..", "dev.edgewise.kubernetes..", "dev.edgewise.http..");

    @ArchTest
    static final ArchRule noCycles = SharedRules.noCycles("dev.edgewise.global");

    @ArchTest
    static void theBuildKnowsAllConditions(JavaClasses own) throws IOException {
        assertThat(BuiltConditions.unnamed()).isEmpty();
    }

    @ArchTest
    static final ArchRule timesOfOtherMachinesAreOfTheClustersClock = SharedRules.noClockOfTheMachine();
}
