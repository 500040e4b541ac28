package dev.edgewise.networkprobe;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.edgewise.common.testing.SharedRules;
import dev.edgewise.common.testing.SourcesOnly;
import org.springframework.boot.context.properties.ConfigurationProperties;

@AnalyzeClasses(packages = "dev.edgewise.networkprobe", importOptions = SourcesOnly.class)
class ArchitectureTest {
    private static final String ROOT = "dev.edgewise.networkprobe.";

    private static final DescribedPredicate<JavaClass> SETTINGS =
            describe("settings", type -> type.isAnnotatedWith(ConfigurationProperties.class));

    private static final DescribedPredicate<JavaClass> CORE = SharedRules.in(
                    ROOT + "coordinator",
                    ROOT + "estimates",
                    ROOT + "estimation",
                    ROOT + "matrix",
                    ROOT + "nodes",
                    ROOT + "pairs",
                    ROOT + "peers",
                    ROOT + "protocol",
                    ROOT + "sources")
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

    /** Classes that decide and compute in packages that have controllers, too. */
    @ArchTest
    static final ArchRule calculationsArePure = noClasses()
            .that()
            .haveFullyQualifiedName(ROOT + "rtt.RttGridBuilder")
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
            .and(not(SharedRules.WIRING))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.edgewise.common.signal..");

    @ArchTest
    static final ArchRule estimationKnowsNoClock = SharedRules.noClock(
            SharedRules.in(ROOT + "estimation", ROOT + "peers", ROOT + "pairs", ROOT + "estimates"));

    /** A process of its own, of 64 MiB: what it needs besides Java is in its class path by name. */
    @ArchTest
    static final ArchRule agentIsPlain = classes()
            .that()
            .resideInAnyPackage(ROOT + "agent..", ROOT + "protocol..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    ROOT + "agent..",
                    ROOT + "protocol..",
                    "dev.edgewise.http..",
                    "tools.jackson.core..",
                    "org.jspecify..",
                    "java..",
                    "javax..",
                    "");

    /** The agent is a process of its own. */
    @ArchTest
    static final ArchRule clocksComeIn = SharedRules.noClockOfItsOwn(
            resideInAPackage("dev.edgewise.networkprobe..").and(resideOutsideOfPackage(ROOT + "agent..")));

    @ArchTest
    static final ArchRule kubernetesIsBehindItsPorts =
            SharedRules.kubernetesBehindPorts("dev.edgewise.networkprobe.kubernetes..", ROOT + "agent.report..");

    @ArchTest
    static final ArchRule redisIsBehindItsPort = SharedRules.redisBehindPort();

    @ArchTest
    static final ArchRule noCycles = SharedRules.noCycles("dev.edgewise.networkprobe");

    @ArchTest
    static final ArchRule timesOfOtherMachinesAreOfTheClustersClock =
            SharedRules.noClockOfTheMachine("RttConfiguration", "AgentMain", "Agent");
}
