package dev.edgewise.networkprobe;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

@AnalyzeClasses(packages = "dev.edgewise.networkprobe", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String ROOT = "dev.edgewise.networkprobe.";

    /** What puts a feature together, beside it: its configuration, its settings, and when it is there. */
    private static final DescribedPredicate<JavaClass> WIRING = belongTo(describe(
            "wiring",
            type -> type.isAnnotatedWith(Configuration.class)
                    || type.isAnnotatedWith(ConfigurationProperties.class)
                    || type.isAnnotatedWith(Conditional.class)));

    private static final DescribedPredicate<JavaClass> SETTINGS =
            describe("settings", type -> type.isAnnotatedWith(ConfigurationProperties.class));

    private static final DescribedPredicate<JavaClass> CORE = resideInAnyPackage(
                    ROOT + "coordinator",
                    ROOT + "estimates",
                    ROOT + "estimation",
                    ROOT + "matrix",
                    ROOT + "nodes",
                    ROOT + "pairs",
                    ROOT + "peers",
                    ROOT + "protocol",
                    ROOT + "sources")
            .and(not(WIRING))
            .as("core");

    @ArchTest
    static final ArchRule coreIsPure = classes()
            .that(CORE)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.jspecify..", "tools.jackson.core..")
                    .or(resideInAnyPackage(
                            "dev.edgewise.common",
                            "dev.edgewise.common.time",
                            "dev.edgewise.common.signal",
                            "dev.edgewise.common.signal.publish"))
                    .or(CORE)
                    .or(SETTINGS));

    /** What decides and computes in packages that have controllers, too. */
    @ArchTest
    static final ArchRule calculationsArePure = noClasses()
            .that()
            .haveFullyQualifiedName(ROOT + "rtt.GridMaker")
            .or()
            .haveFullyQualifiedName(ROOT + "rtt.RttExport")
            .or()
            .haveFullyQualifiedName(ROOT + "goldpinger.CheckAllParser")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "io.fabric8..", "io.lettuce..", "io.micrometer..");

    /** Moments come in as numbers, and nothing of stores: the algorithms are of their own. */
    @ArchTest
    static final ArchRule algorithmsKnowNoSignals = noClasses()
            .that()
            .resideInAnyPackage(ROOT + "estimation", ROOT + "peers")
            .and(not(WIRING))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.edgewise.common.signal..");

    /** No clock either: moments come in. */
    @ArchTest
    static final ArchRule estimationKnowsNoClock = noClasses()
            .that()
            .resideInAnyPackage(ROOT + "estimation", ROOT + "peers", ROOT + "pairs", ROOT + "estimates")
            .and(not(WIRING))
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);

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
