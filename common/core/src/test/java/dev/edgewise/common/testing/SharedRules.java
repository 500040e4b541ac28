package dev.edgewise.common.testing;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import dev.edgewise.common.time.LocalWallClock;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

/** Rules of architecture that the modules share; each says itself which of its packages they are for. */
public final class SharedRules {
    /** Classes that configure a feature, beside it: its configuration, its settings, and its conditions. */
    public static final DescribedPredicate<JavaClass> WIRING = belongTo(describe(
            "wiring",
            type -> type.isAnnotatedWith("org.springframework.context.annotation.Configuration")
                    || type.isAnnotatedWith("org.springframework.boot.context.properties.ConfigurationProperties")
                    || type.isAnnotatedWith("org.springframework.context.annotation.Conditional")
                    || type.getSimpleName().endsWith("Properties")));

    private static final String[] TECHNOLOGY = {
        "org.springframework..",
        "io.fabric8..",
        "io.lettuce..",
        "io.micrometer..",
        "..common.signal.redis..",
        "dev.edgewise.kubernetes..",
        "dev.edgewise.http.."
    };

    /** Method references count, too. */
    private static final Set<String> SYSTEM_CLOCKS = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.time.Instant.now",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.time.InstantSource.system",
            "dev.edgewise.common.time.Ticker.system");

    private static final Set<String> WALL_CLOCKS = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.time.Instant.now",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.time.InstantSource.system",
            "java.time.LocalDateTime.now",
            "java.time.OffsetDateTime.now",
            "java.time.ZonedDateTime.now",
            "java.util.Date.<init>");

    private static final DescribedPredicate<JavaAccess<?>> SYSTEM_WALL_CLOCK = describe(
            "is a wall clock of the system",
            access -> WALL_CLOCKS.contains(access.getTargetOwner().getName() + "." + access.getName()));

    private static final DescribedPredicate<JavaAccess<?>> SYSTEM_CLOCK = describe(
            "is a clock of the system",
            access -> SYSTEM_CLOCKS.contains(access.getTargetOwner().getName() + "." + access.getName()));

    private SharedRules() {}

    /** The classes of these packages, but for their wiring. */
    public static DescribedPredicate<JavaClass> in(String... packages) {
        return resideInAnyPackage(packages).and(not(WIRING));
    }

    /** Frameworks, the cluster and the store stop at the adapters. */
    public static ArchRule pure(DescribedPredicate<? super JavaClass> classes) {
        return noClasses().that(classes).should().dependOnClassesThat().resideInAnyPackage(TECHNOLOGY);
    }

    /** Clocks come in: tests have their own. */
    public static ArchRule noClockOfItsOwn(DescribedPredicate<? super JavaClass> classes) {
        return noClasses().that(classes).should().accessTargetWhere(SYSTEM_CLOCK);
    }

    /**
     * Times of other machines are compared with the cluster's clock, which the {@link Clock} bean is: this machine's
     * may be wrong by any amount.
     *
     * @param measuring names of classes that measure with both clocks of this machine how long it was suspended
     */
    public static ArchRule noClockOfTheMachine(String... measuring) {
        return noClasses()
                .that(not(belongTo(describe(
                        "measuring suspensions", type -> List.of(measuring).contains(type.getSimpleName())))))
                .should()
                .dependOnClassesThat()
                .areAssignableTo(LocalWallClock.class)
                .orShould()
                .accessTargetWhere(SYSTEM_WALL_CLOCK);
    }

    /** Forbids all clocks: moments are passed in. */
    public static ArchRule noClock(DescribedPredicate<? super JavaClass> classes) {
        return noClasses()
                .that(classes)
                .should()
                .accessTargetWhere(SYSTEM_CLOCK)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(InstantSource.class);
    }

    /** @param adapters packages that talk to the cluster; wiring elsewhere may hand parts of the module on */
    public static ArchRule kubernetesBehindPorts(String... adapters) {
        ArchRule client = noClasses()
                .that()
                .resideOutsideOfPackages(adapters)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.fabric8..");
        ArchRule access = noClasses()
                .that(resideOutsideOfPackages(adapters).and(not(WIRING)))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.edgewise.kubernetes..", "dev.edgewise.http..");
        return CompositeArchRule.of(client).and(access);
    }

    /** @param adapters packages that talk to Redis, if any */
    public static ArchRule redisBehindPort(String... adapters) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(adapters)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework.data.redis..", "io.lettuce..", "..common.signal.redis..");
    }

    /** Nothing of Edgewise but these packages is known: no service is. */
    public static ArchRule knowsOnly(String... packages) {
        return noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("dev.edgewise..").and(resideOutsideOfPackages(packages)));
    }

    /** @param root whose subpackages depend on each other in one direction */
    public static ArchRule noCycles(String root) {
        return slices().matching(root + ".(*)..").should().beFreeOfCycles();
    }
}
