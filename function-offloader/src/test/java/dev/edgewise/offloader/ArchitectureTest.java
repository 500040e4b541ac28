package dev.edgewise.offloader;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;

@AnalyzeClasses(packages = "dev.edgewise.offloader", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /** No clock either: times come in. */
    @ArchTest
    static final ArchRule plansAndMovesArePure = noClasses()
            .that()
            .resideInAnyPackage(
                    "..offloader.planning..", "..offloader.safety..", "..offloader.plan..", "..offloader.moves..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "io.fabric8..", "io.lettuce..", "io.micrometer..")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Instant.class);
}
