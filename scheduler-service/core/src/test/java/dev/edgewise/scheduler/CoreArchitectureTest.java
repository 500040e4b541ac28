package dev.edgewise.scheduler;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.edgewise.common.testing.SharedRules;
import dev.edgewise.common.testing.SourcesOnly;

/** The rule for the decision core that its dependencies do not hold. */
@AnalyzeClasses(packages = "dev.edgewise.scheduler", importOptions = SourcesOnly.class)
class CoreArchitectureTest {
    @ArchTest
    static final ArchRule NO_CLOCK_OF_ITS_OWN =
            SharedRules.noClockOfItsOwn(resideInAPackage("dev.edgewise.scheduler.."));
}
