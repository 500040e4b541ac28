package dev.edgewise.networkprobe;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;

@AnalyzeClasses(packages = "dev.edgewise.networkprobe", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] TECHNOLOGY = {
        "org.springframework..",
        "io.fabric8..",
        "io.lettuce..",
        "io.micrometer..",
        "..common.signal.redis..",
        "dev.edgewise.kubernetes.."
    };

    @ArchTest
    static final ArchRule matrixIsPure = noClasses()
            .that()
            .resideInAPackage("..matrix..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(TECHNOLOGY);

    /** No clock either: times come in. */
    @ArchTest
    static final ArchRule estimationIsPure = noClasses()
            .that()
            .resideInAnyPackage("..networkprobe.estimation..", "..networkprobe.peers..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.springframework..",
                    "io.fabric8..",
                    "io.lettuce..",
                    "io.micrometer..",
                    "org.slf4j..",
                    "dev.edgewise.common.*..",
                    "dev.edgewise.kubernetes..")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);

    @ArchTest
    static final ArchRule statedSourcesArePure = noClasses()
            .that()
            .haveSimpleName("StatedSource")
            .or()
            .haveSimpleName("ManualSource")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(TECHNOLOGY);

    @ArchTest
    static final ArchRule pairsAndNodesArePure = noClasses()
            .that()
            .resideInAnyPackage("..pairs..", "..nodes..")
            .and()
            .haveSimpleNameNotEndingWith("Properties")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(TECHNOLOGY);

    @ArchTest
    static final ArchRule theCoordinatorsCoreIsPure = noClasses()
            .that()
            .haveNameMatching(".*\\.(Coordinator|Assignments|AgentSession|Estimate(Row|Table)|EstimateSchedule"
                    + "|RoundTicker|AgentAuthenticator|CheckAllParser|Refresh|GridMaker|EffectiveRtt|RttExport)")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(TECHNOLOGY);

    @ArchTest
    static final ArchRule kubernetesIsBehindItsPorts = noClasses()
            .that()
            .resideOutsideOfPackage("..networkprobe.kubernetes..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.fabric8..");

    @ArchTest
    static final ArchRule redisIsBehindItsPort = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework.data.redis..", "..common.signal.redis..");

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("dev.edgewise.networkprobe.(*)..").should().beFreeOfCycles();
}
