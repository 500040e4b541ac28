package dev.edgewise.examples.slots;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.edgewise.examples.slots", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule learningKnowsNoNetworkNoThreadAndNoClock = classes()
            .that()
            .resideInAPackage("..learning..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "..slots.learning..",
                    "java.lang",
                    "java.lang.invoke",
                    "java.lang.runtime",
                    "java.util",
                    "java.util.function",
                    "java.util.stream",
                    "org.apache.commons.statistics..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule theExampleUsesNoCodeOfEdgewise = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.edgewise.common..", "dev.edgewise.scheduler..", "io.fabric8..", "org.springframework..");
}
