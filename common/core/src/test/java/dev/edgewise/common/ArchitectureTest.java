package dev.edgewise.common;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.edgewise.common.testing.SharedRules;
import dev.edgewise.common.testing.SourcesOnly;

/** The class path keeps frameworks out of this module; these are the rules that a compiler does not know. */
@AnalyzeClasses(packages = "dev.edgewise.common", importOptions = SourcesOnly.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule noCycles =
            slices().matching("dev.edgewise.common.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule timesOfOtherMachinesAreOfTheClustersClock = SharedRules.noClockOfTheMachine();
}
