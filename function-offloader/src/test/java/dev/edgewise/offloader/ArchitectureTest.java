package dev.edgewise.offloader;

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
import java.time.Instant;

@AnalyzeClasses(packages = "dev.edgewise.offloader", importOptions = SourcesOnly.class)
class ArchitectureTest {
    private static final DescribedPredicate<JavaClass> PLANS_AND_MOVES = SharedRules.in(
            "..offloader.planning..",
            "..offloader.safety..",
            "..offloader.plan..",
            "..offloader.moves..",
            "..offloader.surge..");

    private static final DescribedPredicate<JavaClass> FLEET_AND_POLICIES =
            SharedRules.in("..offloader.cluster..", "..offloader.policies..");

    @ArchTest
    static final ArchRule plansAndMovesArePure = SharedRules.pure(PLANS_AND_MOVES);

    @ArchTest
    static final ArchRule plansAndMovesKnowNoClock = SharedRules.noClock(PLANS_AND_MOVES);

    /** Times come in as readings of a ticker. */
    @ArchTest
    static final ArchRule plansAndMovesKnowNoWallClockTimes =
            noClasses().that(PLANS_AND_MOVES).should().dependOnClassesThat().areAssignableTo(Instant.class);

    /** The wall clock's times come in here, as readings and pods have such. */
    @ArchTest
    static final ArchRule theFleetAndPoliciesArePure = SharedRules.pure(FLEET_AND_POLICIES);

    @ArchTest
    static final ArchRule theFleetAndPoliciesKnowNoClock = SharedRules.noClock(FLEET_AND_POLICIES);

    @ArchTest
    static final ArchRule clocksComeIn = SharedRules.noClockOfItsOwn(resideInAPackage("dev.edgewise.offloader.."));

    @ArchTest
    static final ArchRule kubernetesIsBehindItsPorts =
            SharedRules.kubernetesBehindPorts("dev.edgewise.offloader.kubernetes..");

    @ArchTest
    static final ArchRule redisIsBehindItsPort = SharedRules.redisBehindPort();

    @ArchTest
    static final ArchRule noCycles = SharedRules.noCycles("dev.edgewise.offloader");

    @ArchTest
    static void theBuildKnowsAllConditions(JavaClasses own) throws IOException {
        assertThat(BuiltConditions.unnamed()).isEmpty();
    }

    @ArchTest
    static final ArchRule timesOfOtherMachinesAreOfTheClustersClock = SharedRules.noClockOfTheMachine();
}
