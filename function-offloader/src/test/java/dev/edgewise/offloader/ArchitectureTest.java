package dev.edgewise.offloader;

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
import java.time.Instant;

@AnalyzeClasses(packages = "dev.edgewise.offloader", importOptions = ImportOption.DoNotIncludeTests.class)
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
    static final ArchRule plansAndMovesArePure = noClasses()
            .that()
            .resideInAnyPackage(
                    "..offloader.planning..", "..offloader.safety..", "..offloader.plan..", "..offloader.moves..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(TECHNOLOGY)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Instant.class);

    /** The wall clock's times come in here, too, as readings and pods have such. */
    @ArchTest
    static final ArchRule theFleetAndPoliciesArePure = noClasses()
            .that()
            .resideInAnyPackage("..offloader.cluster..", "..offloader.policies..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(TECHNOLOGY)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("dev.edgewise.offloader.(*)..").should().beFreeOfCycles();

    @ArchTest
    static void theBuildKnowsAllConditions(JavaClasses own) throws IOException {
        assertThat(BuiltConditions.unnamed()).isEmpty();
    }
}
