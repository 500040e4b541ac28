package dev.edgewise.scheduler.slots;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.edgewise.common.testing.SharedRules;
import dev.edgewise.common.testing.SourcesOnly;

/** The rules of the slots that the compiler does not hold: what decides knows no cluster, no JSON and no clock. */
@AnalyzeClasses(packages = "dev.edgewise.scheduler.slots", importOptions = SourcesOnly.class)
class SlotsArchitectureTest {
    private static final String ROOT = "dev.edgewise.scheduler.slots";

    private static final DescribedPredicate<JavaClass> DECIDING =
            resideInAnyPackage(ROOT + ".model..", ROOT + ".plan..", ROOT + ".claims..", ROOT + ".decide..");

    @ArchTest
    static final ArchRule DECISIONS_ARE_PURE = SharedRules.pure(DECIDING);

    @ArchTest
    static final ArchRule DECISIONS_KNOW_NO_JSON = noClasses()
            .that(DECIDING)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.fasterxml.jackson..", "tools.jackson..");

    @ArchTest
    static final ArchRule DECISIONS_KNOW_NO_ADAPTER = noClasses()
            .that(DECIDING)
            .should()
            .dependOnClassesThat(resideInAnyPackage(ROOT + "..").and(not(DECIDING)));

    @ArchTest
    static final ArchRule MOMENTS_ARE_PASSED_IN = SharedRules.noClock(DECIDING);

    @ArchTest
    static final ArchRule NO_CYCLES = SharedRules.noCycles(ROOT);
}
