package dev.edgewise.scheduler.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProfileBuilderTest {
    private final ProfileBuilder builder = new ProfileBuilder(BuiltInProfiles.builtIn());

    @Test
    void buildsFromNames() {
        Profile profile = builder.build("near", parts(List.of("Delay", "NodeResourcesFit"), Map.of("Delay", 3.0), 50));

        assertThat(profile.name()).isEqualTo("near");
        assertThat(profile.filters()).extracting(Filter::name).containsExactly("Delay", "NodeResourcesFit");
        assertThat(profile.scores()).singleElement().satisfies(weighted -> {
            assertThat(weighted.score().name()).isEqualTo("Delay");
            assertThat(weighted.weight()).isEqualTo(3);
        });
        assertThat(profile.sampling().enough(5000)).isEqualTo(50);
    }

    @Test
    void namesTheUnknownFilterAndTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.build("near", parts(List.of("Delays"), Map.of(), 50)))
                .withMessageStartingWith("profile near: filter Delays is unknown: it must be one of ")
                .withMessageContaining("Delay, ")
                .withMessageContaining("NodeResourcesFit");
    }

    @Test
    void namesTheUnknownScoreAndTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.build("near", parts(List.of(), Map.of("Nearness", 1.0), 50)))
                .withMessageStartingWith("profile near: score Nearness is unknown: it must be one of ");
    }

    @Test
    void refusesAWeightThatIsNotAboveZeroOrTooLarge() {
        for (double weight : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e308, 1_000_001}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.build("near", parts(List.of(), Map.of("Delay", weight), 50)))
                    .withMessage("profile near: weight of score Delay is " + weight
                            + ": it must be above 0, at most 1000000, or with like 0 to leave it out");
        }
    }

    @Test
    void refusesToChooseFromNoNode() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.build("near", parts(List.of(), Map.of(), 0)))
                .withMessage("profile near: max-feasible-nodes is 0: it must be 1 or more nodes");
    }

    @Test
    void withoutANumberAHundredNodesAreEnough() {
        assertThat(builder.build("near", parts(List.of(), Map.of(), null))
                        .sampling()
                        .enough(5000))
                .isEqualTo(100);
    }

    @Test
    void aProfileLikeAnotherHasItsParts() {
        Profile profile = builder.build("default-scheduler", like("stock", List.of(), Map.of(), null));

        Profile stock = BuiltInProfiles.stock();
        assertThat(profile.name()).isEqualTo("default-scheduler");
        assertThat(profile.filters()).hasSameSizeAs(stock.filters());
        assertThat(weights(profile)).isEqualTo(weights(stock));
        assertThat(profile.sampling()).isSameAs(stock.sampling());
    }

    @Test
    void aProfileLikeAnotherMayDiffer() {
        Profile profile = builder.build(
                "mine",
                like(
                        "stock",
                        List.of("NodeName"),
                        Map.of("ImageLocality", 0.0, "TaintToleration", 9.0, "Delay", 4.0),
                        7));

        Map<String, Double> expected = weights(BuiltInProfiles.stock());
        expected.remove("ImageLocality");
        expected.put("TaintToleration", 9.0);
        expected.put("Delay", 4.0);
        assertThat(profile.filters()).extracting(Filter::name).containsExactly("NodeName");
        assertThat(weights(profile)).isEqualTo(expected);
        assertThat(profile.sampling().enough(5000)).isEqualTo(7);
    }

    @Test
    void leavesOutTheFilterAndTheScoreOfAName() {
        Profile profile = builder.build(
                "calm", new ProfileBuilder.Parts("edgewise", List.of("Energy"), List.of(), Map.of("Delay", 9.0), null));

        List<String> filters = new ArrayList<>(filters(BuiltInProfiles.edgewise()));
        assertThat(filters.remove("Energy")).isTrue();
        Map<String, Double> weights = weights(BuiltInProfiles.edgewise());
        assertThat(weights.remove("Energy")).isEqualTo(10);
        weights.put("Delay", 9.0);
        assertThat(filters(profile)).isEqualTo(filters);
        assertThat(weights(profile)).isEqualTo(weights);
        assertThat(profile.sampling().enough(5000)).isEqualTo(100);
    }

    @Test
    void aScoreMayComeBackWithoutItsFilter() {
        Profile profile = builder.build(
                "calm",
                new ProfileBuilder.Parts("edgewise", List.of("Energy"), List.of(), Map.of("Energy", 2.0), null));

        assertThat(filters(profile)).doesNotContain("Energy");
        assertThat(weights(profile)).containsEntry("Energy", 2.0);
    }

    @Test
    void namesWhatMayBeLeftOut() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.build(
                        "calm", new ProfileBuilder.Parts("stock", List.of("Energy"), List.of(), Map.of(), null)))
                .withMessage("profile calm: without Energy is unknown: it must be one of DynamicResources,"
                        + " GangScheduling, ImageLocality, InterPodAffinity, NodeAffinity, NodeDeclaredFeatures,"
                        + " NodeName, NodePorts, NodeResourcesBalancedAllocation, NodeResourcesFit,"
                        + " NodeUnschedulable, NodeVolumeLimits, PodTopologySpread, SchedulingGates,"
                        + " TaintToleration, VolumeBinding, VolumeRestrictions, VolumeZone");
    }

    @Test
    void refusesToLeaveOutAllFilters() {
        List<String> all = filters(BuiltInProfiles.stock());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.build(
                        "bare", new ProfileBuilder.Parts("stock", all, List.of(), Map.of("Delay", 1.0), null)))
                .withMessage("profile bare: without is SchedulingGates, GangScheduling, NodeUnschedulable, NodeName,"
                        + " TaintToleration, NodeAffinity, NodePorts, NodeResourcesFit, VolumeRestrictions,"
                        + " NodeVolumeLimits, VolumeBinding, VolumeZone, PodTopologySpread, InterPodAffinity,"
                        + " DynamicResources, NodeDeclaredFeatures: it must leave a filter of stock,"
                        + " unless filters names some");
    }

    @Test
    void leavesOutAllFiltersButOne() {
        List<String> others = new ArrayList<>(filters(BuiltInProfiles.stock()));
        assertThat(others.remove("NodeResourcesFit")).isTrue();

        Profile profile = builder.build("fit", new ProfileBuilder.Parts("stock", others, List.of(), Map.of(), null));

        assertThat(filters(profile)).containsExactly("NodeResourcesFit");
    }

    @Test
    void leavesOutAllFiltersIfItNamesSome() {
        List<String> all = filters(BuiltInProfiles.stock());

        Profile profile =
                builder.build("fit", new ProfileBuilder.Parts("stock", all, List.of("NodeName"), Map.of(), null));

        assertThat(filters(profile)).containsExactly("NodeName");
    }

    @Test
    void leavesOutNothingOfNoProfile() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.build(
                        "near",
                        new ProfileBuilder.Parts("", List.of("Delay", "Energy"), List.of("Delay"), Map.of(), null)))
                .withMessage("profile near: without is Delay, Energy: it must be empty in a profile without like,"
                        + " which has only what it names");
    }

    @Test
    void namesTheProfilesThatItMayBeLike() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.build("mine", like("default", List.of(), Map.of(), null)))
                .withMessage("profile mine: like default is unknown: it must be one of custom-scheduler, edgewise,"
                        + " energy-aware-scheduler, external-scheduler, faashouse, griffin_scheduler,"
                        + " rl-scheduler, stock, zones");
    }

    @Test
    void aConfiguredProfileReplacesABuiltInOne() {
        Profile mine = builder.build(BuiltInProfiles.STOCK, parts(List.of("NodeName"), Map.of(), 1));
        ProfileSet set = new ProfileSet(List.of(BuiltInProfiles.stock(), mine));

        assertThat(set.find(BuiltInProfiles.STOCK)).isSameAs(mine);
        assertThat(set.names()).containsExactly(BuiltInProfiles.STOCK);
    }

    private static ProfileBuilder.Parts parts(List<String> filters, Map<String, Double> scores, Integer enough) {
        return like("", filters, scores, enough);
    }

    private static ProfileBuilder.Parts like(
            String like, List<String> filters, Map<String, Double> scores, Integer enough) {
        return new ProfileBuilder.Parts(like, List.of(), filters, scores, enough);
    }

    private static List<String> filters(Profile profile) {
        return profile.filters().stream().map(Filter::name).toList();
    }

    private static Map<String, Double> weights(Profile profile) {
        Map<String, Double> weights = new TreeMap<>();
        profile.scores().forEach(weighted -> weights.put(weighted.score().name(), weighted.weight()));
        return weights;
    }
}
