package dev.edgewise.scheduler.wiring;

import static dev.edgewise.common.testing.TestProperties.bind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import dev.edgewise.scheduler.plugins.energy.EnergyRules;
import dev.edgewise.testkit.RepositoryFiles;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ProfilePropertiesTest {
    @Test
    void defaults() {
        assertThat(bind(ProfileProperties.class, Map.of())).isEqualTo(new ProfileProperties(Map.of(), List.of()));
    }

    @Test
    void podsOfAnExtendersProfileAreNotBound() {
        ProfileSet profiles = new ProfileSet(BuiltInProfiles.builtIn(), List.of(BuiltInProfiles.CUSTOM_SCHEDULER));
        assertThat(profiles.binds(BuiltInProfiles.EDGEWISE)).isTrue();
        assertThat(profiles.binds(BuiltInProfiles.CUSTOM_SCHEDULER)).isFalse();
        assertThat(profiles.binds("default-scheduler")).isFalse();
    }

    /**
     * The manifests deploy them. kube-scheduler does what stock does, and pods of the prototype's own scheduler are
     * placed by scheduler-service.
     */
    @Test
    void eachProfileForTheExtenderHasAKubeSchedulerThatAsksIt() {
        assertThat(BuiltInProfiles.builtIn())
                .extracting(Profile::name)
                .filteredOn(
                        name -> !name.equals(BuiltInProfiles.STOCK) && !name.equals(BuiltInProfiles.GRIFFIN_SCHEDULER))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(
                                RepositoryFiles.file("deploy/kubernetes/extender/" + name + "/kube-scheduler.yaml"))
                        .content()
                        .contains("schedulerName: " + name + "\n"));
    }

    @Test
    void theLabelOfANamespaceMayNameEachProfileWithoutAWarning() {
        assertThat(BuiltInProfiles.builtIn())
                .extracting(Profile::name)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(
                                RepositoryFiles.file("deploy/kubernetes/components/namespace-scheduler/admission.yaml"))
                        .content()
                        .contains("'" + name + "'"));
    }

    @Test
    void anExtendersProfileMustExist() {
        ProfileProperties properties =
                bind(ProfileProperties.class, Map.of("edgewise.scheduler.extender-profiles", "edgewise,nobody"));
        assertThatThrownBy(() -> new ProfilesConfiguration()
                        .profiles(properties, DelayRules.DEFAULT, EnergyRules.DEFAULT, List.of()))
                .hasMessageStartingWith(
                        "edgewise.scheduler.extender-profiles names nobody: it must be one of custom-scheduler, edgewise,");
    }

    @Test
    void profiles() {
        ProfileProperties properties = bind(
                ProfileProperties.class,
                Map.of(
                        "edgewise.scheduler.profiles.near.filters", "NodeName,Delay",
                        "edgewise.scheduler.profiles.near.scores.Delay", "2.5"));

        assertThat(properties.profiles())
                .containsEntry(
                        "near",
                        new ProfileProperties.Definition(
                                "", List.of(), List.of("NodeName", "Delay"), Map.of("Delay", 2.5), null));
    }

    @Test
    void aProfileLikeAnother() {
        ProfileProperties properties = bind(
                ProfileProperties.class,
                Map.of(
                        "edgewise.scheduler.profiles.default-scheduler.like", "stock",
                        "edgewise.scheduler.profiles.default-scheduler.max-feasible-nodes", "7"));

        assertThat(properties.profiles())
                .containsEntry(
                        "default-scheduler",
                        new ProfileProperties.Definition("stock", List.of(), List.of(), Map.of(), 7));
    }

    /** The profile of that name is the configured one: pods need not name another. */
    @Test
    void aBuiltInProfileWithoutOneFeature() {
        ProfileSet profiles = configured(Map.of(
                "edgewise.scheduler.profiles.edgewise.like", "edgewise",
                "edgewise.scheduler.profiles.edgewise.without", "Energy,Rewards"));

        Profile edgewise = Objects.requireNonNull(profiles.find(BuiltInProfiles.EDGEWISE));
        assertThat(edgewise.filters())
                .extracting(Filter::name)
                .doesNotContain("Energy", "Rewards")
                .contains("TaintToleration", "Delay", "Recovery");
        assertThat(edgewise.scores())
                .extracting(weighted -> weighted.score().name())
                .doesNotContain("Energy", "Rewards")
                .contains("TaintToleration", "Delay", "Recovery");
    }

    @Test
    void whatIsLeftOutMustBeThere() {
        assertThatThrownBy(() -> configured(Map.of(
                        "edgewise.scheduler.profiles.calm.like", "external-scheduler",
                        "edgewise.scheduler.profiles.calm.without", "Energies")))
                .hasMessageStartingWith(
                        "Invalid edgewise.scheduler.profiles: profile calm: without Energies is unknown:"
                                + " it must be one of DynamicResources, GangScheduling, ImageLocality, ");
    }

    private static ProfileSet configured(Map<String, String> settings) {
        return new ProfilesConfiguration()
                .profiles(bind(ProfileProperties.class, settings), DelayRules.DEFAULT, EnergyRules.DEFAULT, List.of());
    }
}
