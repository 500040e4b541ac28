package dev.edgewise.energy;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
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

@AnalyzeClasses(packages = "dev.edgewise.energy", importOptions = SourcesOnly.class)
class ArchitectureTest {
    private static final DescribedPredicate<JavaClass> CALCULATIONS =
            SharedRules.in("..energy.battery..", "..energy.levels..", "..energy.series..");

    @ArchTest
    static final ArchRule batteriesLevelsAndSeriesArePure = SharedRules.pure(CALCULATIONS);

    @ArchTest
    static final ArchRule batteriesLevelsAndSeriesKnowNoClock = SharedRules.noClock(CALCULATIONS);

    @ArchTest
    static final ArchRule nodesReadingsAndHistoryArePure =
            SharedRules.pure(SharedRules.in("..energy.nodes..", "..energy.readings..", "..energy.history.."));

    @ArchTest
    static final ArchRule sourcesAndPlansArePure = SharedRules.pure(
            nameMatching(
                    ".*\\.((Push|EnergyTraceFile|Model|RotatingLevels)Source|PollResults|NodeResolver|NodeChangePlanner|NodeEnergySourceResolver|LabelSelector)"));

    @ArchTest
    static final ArchRule clocksComeIn = SharedRules.noClockOfItsOwn(resideInAPackage("dev.edgewise.energy.."));

    @ArchTest
    static final ArchRule kubernetesIsBehindItsPorts =
            SharedRules.kubernetesBehindPorts("dev.edgewise.energy.kubernetes..");

    @ArchTest
    static final ArchRule redisIsBehindItsPort = SharedRules.redisBehindPort();

    @ArchTest
    static final ArchRule noCycles = SharedRules.noCycles("dev.edgewise.energy");

    @ArchTest
    static void theBuildKnowsAllConditions(JavaClasses own) throws IOException {
        assertThat(BuiltConditions.unnamed()).isEmpty();
    }

    @ArchTest
    static final ArchRule timesOfOtherMachinesAreOfTheClustersClock = SharedRules.noClockOfTheMachine();
}
