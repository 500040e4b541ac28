package dev.edgewise.rewards;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
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

@AnalyzeClasses(packages = "dev.edgewise.rewards", importOptions = SourcesOnly.class)
class ArchitectureTest {
    private static final DescribedPredicate<JavaClass> LEARNING =
            SharedRules.in("..rewards.outcomes..", "..rewards.estimates..", "..rewards.learning..");

    @ArchTest
    static final ArchRule outcomesAndLearningArePure = SharedRules.pure(LEARNING);

    @ArchTest
    static final ArchRule outcomesAndLearningKnowNoClock = SharedRules.noClock(LEARNING);

    @ArchTest
    static final ArchRule clocksComeIn = SharedRules.noClockOfItsOwn(resideInAPackage("dev.edgewise.rewards.."));

    @ArchTest
    static final ArchRule kubernetesIsBehindItsPorts =
            SharedRules.kubernetesBehindPorts("dev.edgewise.rewards.kubernetes..");

    @ArchTest
    static final ArchRule redisIsBehindItsPort = SharedRules.redisBehindPort();

    @ArchTest
    static final ArchRule noCycles = SharedRules.noCycles("dev.edgewise.rewards");

    @ArchTest
    static final ArchRule noCyclesInTheLearner = SharedRules.noCycles("dev.edgewise.rewards.learning");

    /** Only the methods of a state change its fields. */
    @ArchTest
    static final ArchRule fieldsOfTheStateArePrivate = fields().that()
            .areDeclaredInClassesThat()
            .resideInAPackage("dev.edgewise.rewards.learning.state")
            .and()
            .areNotFinal()
            .should()
            .bePrivate();

    @ArchTest
    static void theBuildKnowsAllConditions(JavaClasses own) throws IOException {
        assertThat(BuiltConditions.unnamed()).isEmpty();
    }

    @ArchTest
    static final ArchRule timesOfOtherMachinesAreOfTheClustersClock = SharedRules.noClockOfTheMachine();
}
