package dev.edgewise.common;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.edgewise.common.testing.SharedRules;
import dev.edgewise.common.testing.SourcesOnly;

@AnalyzeClasses(packages = "dev.edgewise.common", importOptions = SourcesOnly.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule theStoreInMemoryIsPure = noClasses()
            .that()
            .resideInAPackage("..signal.memory..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.springframework..", "io.fabric8..", "io.lettuce..", "tools.jackson..", "io.micrometer..");

    @ArchTest
    static final ArchRule onlyTheRedisAdapterKnowsRedis =
            SharedRules.redisBehindPort("..signal.redis..", "..signal.autoconfigure..");

    @ArchTest
    static final ArchRule servicesAreNotKnown = SharedRules.knowsOnly("dev.edgewise.common..");

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("dev.edgewise.common.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule timesOfOtherMachinesAreOfTheClustersClock =
            SharedRules.noClockOfTheMachine("TimeAutoConfiguration", "InMemorySignalStore");
}
