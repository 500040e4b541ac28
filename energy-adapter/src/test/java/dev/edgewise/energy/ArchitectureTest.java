package dev.edgewise.energy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.edgewise.common.boot.BuiltConditions;
import java.io.IOException;
import java.time.Clock;

@AnalyzeClasses(packages = "dev.edgewise.energy", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] TECHNOLOGY = {
        "org.springframework..",
        "io.fabric8..",
        "io.lettuce..",
        "io.micrometer..",
        "..common.signal.redis..",
        "dev.edgewise.kubernetes.."
    };

    /** No clock either: times come in. */
    @ArchTest
    static final ArchRule batteriesLevelsAndSeriesArePure = noClasses()
            .that()
            .resideInAnyPackage("..energy.battery..", "..energy.levels..", "..energy.series..")
            .and()
            .haveSimpleNameNotEndingWith("Properties")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(TECHNOLOGY)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);

    @ArchTest
    static final ArchRule nodesReadingsAndHistoryArePure = noClasses()
            .that()
            .resideInAnyPackage("..energy.nodes..", "..energy.readings..", "..energy.history..")
            .and()
            .haveSimpleNameNotEndingWith("Properties")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(TECHNOLOGY);

    @ArchTest
    static final ArchRule sourcesAndPlansArePure = noClasses()
            .that()
            .haveNameMatching(
                    ".*\\.((Push|Trace|Model|Switch)Source|Poll|NodeResolver|MarkPlan|SourceAssignment|LabelSelector)")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(TECHNOLOGY);

    @ArchTest
    static final ArchRule kubernetesIsBehindItsPorts = noClasses()
            .that()
            .resideOutsideOfPackage("..energy.kubernetes..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.fabric8..", "dev.edgewise.kubernetes..");

    @ArchTest
    static final ArchRule redisIsBehindItsPort = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework.data.redis..", "..common.signal.redis..");

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("dev.edgewise.energy.(*)..").should().beFreeOfCycles();

    @ArchTest
    static void theBuildKnowsAllConditions(JavaClasses own) throws IOException {
        assertThat(BuiltConditions.unnamed()).isEmpty();
    }
}
