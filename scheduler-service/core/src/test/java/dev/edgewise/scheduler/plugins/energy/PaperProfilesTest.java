package dev.edgewise.scheduler.plugins.energy;

import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.common.energy.ChargeZoneRules;
import dev.edgewise.common.energy.FaasHouseWeights;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.Explainer;
import dev.edgewise.scheduler.framework.Explanation;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Functions of 1,800 m for nodes of 3,600 m, with the numbers of the planners' tests. */
class PaperProfilesTest {
    private static final ChargeZoneRules ZONES = new ChargeZoneRules(70, 20, 10, 0.2, true);

    private final ClusterState cluster = new ClusterState(new TestClock());

    @Test
    void zonesSendAPoorNodesPodToTheBestPoweredRichOne() {
        charge(15, 75, 90, 50);

        assertThat(zones(function(0))).isEqualTo("n2");
    }

    @Test
    void zonesKeepThePodOfARichNodeAtHome() {
        charge(71, 75, 90, 50);

        assertThat(zones(function(0))).isEqualTo("n0");
    }

    @Test
    void zonesUseAVulnerableNodeForAPoorOne() {
        charge(15, 70, 50);

        assertThat(zones(function(0))).isEqualTo("n1");
    }

    @Test
    void aVulnerableNodeKeepsRoomForItsOwnPodsThatAreElsewhere() {
        charge(15, 70, 50);
        place("own-1", 1, 2);
        place("own-2", 1, 2);
        assertThat(zones(function(0))).isEqualTo("n0");

        // 1,800 m of 3,600 are kept for the one that is away: capacity for one more.
        cluster.removePod(function(1, "own-2").build().key());
        assertThat(zones(function(0))).isEqualTo("n1");
    }

    @Test
    void noRoomIsKeptForPodsOfOtherNamespaces() {
        charge(15, 70, 50);
        cluster.putPod(function(1, "other-1").namespace("other").runningOn("n2").build());
        cluster.putPod(function(1, "other-2").namespace("other").runningOn("n2").build());

        assertThat(zones(function(0))).isEqualTo("n1");
    }

    @Test
    void aVulnerableNodesPodGoesToRichNodesOnly() {
        charge(40, 60, 70);
        assertThat(zones(function(0))).isEqualTo("n0");

        charge(40, 60, 71);
        assertThat(zones(function(0))).isEqualTo("n2");
    }

    @Test
    void aDeadNodesPodStaysAtHomeWhenRichNodesAreFull() {
        charge(8, 15, 50, 90);
        place("own", 3, 3);
        place("guest", 1, 3);
        assertThat(zones(function(0))).isEqualTo("n0");

        charge(8, 15, 50, 60);
        assertThat(zones(function(0))).isEqualTo("n2");
    }

    @Test
    void zonesStickToTheLastHostWhileItIsNearlyAsGood() {
        Pod replacement = function(0, "new").workload("f").build();
        charge(15, 40, 90, 80);
        cluster.putPod(replacement);
        cluster.putPod(function(0, "old").workload("f").on("n3").build());
        // 80 is at least 0.8 * 90, and stays so when the old pod is gone.
        assertThat(zones(replacement)).isEqualTo("n3");
        cluster.removePod(function(0, "old").build().key());
        assertThat(zones(replacement)).isEqualTo("n3");

        // 70 is vulnerable, and below 0.8 * 90 = 72.
        charge(15, 40, 90, 70);
        assertThat(zones(replacement)).isEqualTo("n2");
    }

    @Test
    void zonesOrderAllNodes() {
        charge(15, 80, 50, 19, 8);
        cluster.putNode(node("unknown").build());

        Snapshot snapshot = cluster.snapshot();
        // chosen by none: rich, vulnerable, poor, dead and unknown nodes, and the owner between
        assertThat(new ChargeZonesScore(ZONES).score(function(0), snapshot, snapshot.nodes()))
                .containsExactly(new double[] {0.45, 0.82, 0.7, 0.057, 0.024, 0.4}, within(1e-9));
    }

    @Test
    void faasHouseWeighsChargeAgainstHome() {
        charge(20, 50, 90);
        Snapshot snapshot = cluster.snapshot();

        // 12, 30 and 70 of -100 to 160: 0.5 + 0.4 * (12 + 100) / 260, …
        assertThat(new FaasHouseScore(FaasHouseWeights.DEFAULT).score(function(0), snapshot, snapshot.nodes()))
                .containsExactly(new double[] {0.672308, 0.7, 0.761538}, within(1e-6));
        assertThat(faasHouse(function(0))).isEqualTo("n2");
        // 20 + 30 at home against 40 on n2
        assertThat(faasHouse(function(1))).isEqualTo("n2");
        charge(20, 60, 90);
        assertThat(faasHouse(function(1))).isEqualTo("n1");
    }

    @Test
    void faasHouseSticksToTheLastHost() {
        charge(20, 60, 90);
        Pod replacement = function(0, "new").workload("f").build();
        cluster.putPod(replacement);
        cluster.putPod(function(0, "old").workload("f").on("n1").build());

        // 40 + 40 on n1 against 70 on n2
        assertThat(faasHouse(replacement)).isEqualTo("n1");
    }

    @Test
    void faasHouseLeavesRoomForTheHostsOwnPods() {
        charge(20, 100);
        place("own-1", 1, 0);
        cluster.putPod(function(1, "own-2").on("n1").build());

        assertThat(faasHouse(function(0))).isEqualTo("n0");
    }

    @Test
    void faasHouseKeepsPodsOfEmptyNodesAtHomeUnlessWarm() {
        charge(0, 100);
        Snapshot snapshot = cluster.snapshot();

        assertThat(faasHouse(function(0))).isEqualTo("n0");
        // 0 and 100: 0.5 + 0.4 * 100 / 260, 0.5 + 0.4 * 200 / 260
        assertThat(new FaasHouseScore(new FaasHouseWeights(100, 60, 40, true))
                        .score(function(0), snapshot, snapshot.nodes()))
                .containsExactly(new double[] {0.653846, 0.807692}, within(1e-6));
    }

    @Test
    void withoutAnOwnerWhoseChargeIsKnownNothingIsPreferred() {
        charge(20, 90);
        cluster.putNode(node("silent").build());
        Snapshot snapshot = cluster.snapshot();
        ChargeZonesScore zones = new ChargeZonesScore(ZONES);
        Pod free = pod("free").build();
        Pod lost = pod("lost").annotation("edgewise.dev/owner-node", "n9").build();
        Pod silent = pod("p").annotation("edgewise.dev/owner-node", "silent").build();

        for (Pod pod : List.of(free, lost, silent)) {
            assertThat(zones.score(pod, snapshot, snapshot.nodes())).isSameAs(Score.NOTHING);
        }
        assertThat(owner(zones, free, snapshot))
                .isEqualTo(missing("owner", "the pod has no annotation edgewise.dev/owner-node"));
        assertThat(owner(zones, lost, snapshot)).isEqualTo(missing("owner n9", "there is no such node"));
        assertThat(owner(zones, silent, snapshot)).isEqualTo(missing("owner silent", "the node has no reading"));
    }

    @Test
    void clustersWithoutEnergyAreNotConcerned() {
        cluster.putNode(node("n0").build());

        assertThat(new ChargeZonesScore(ZONES).prepare(pod("p").build(), cluster.snapshot()))
                .isSameAs(PreparedNodeFilter.PASS);
    }

    @Test
    void explainNamesTheOwnerAndEachNode() {
        charge(20, 90);

        Explanation explanation =
                new Explainer(profile("zones"), new Random(1)).explain(function(0), cluster.snapshot());

        assertThat(explanation.node()).isEqualTo("n1");
        assertThat(explanation.signals()).extracting(SignalEvidence::subject).containsExactly("owner n0", "*");
        assertThat(explanation.signals().get(0))
                .isEqualTo(new SignalEvidence(
                        "energy",
                        "owner n0",
                        Duration.ZERO,
                        SignalEvidence.State.FRESH,
                        "low-powered at 20 %, by battery"));
        assertThat(explanation.nodes().get(0).signals())
                .extracting(SignalEvidence::subject)
                .containsExactly("n1");
    }

    private static SignalEvidence missing(String subject, String why) {
        return new SignalEvidence("energy", subject, null, SignalEvidence.State.MISSING, why);
    }

    private static SignalEvidence owner(ChargeZonesScore zones, Pod pod, Snapshot snapshot) {
        return zones.prepare(pod, snapshot).signals().get(0);
    }

    private void charge(int... percents) {
        Map<String, EnergyReading> readings = new HashMap<>();
        for (int i = 0; i < percents.length; i++) {
            cluster.putNode(node("n" + i).cpu("3600m").build());
            readings.put("n" + i, percent(percents[i]));
        }
        cluster.change(EnergyIndex.FACT, energy -> EnergyIndex.of(readings));
    }

    private static Pod function(int owner) {
        return function(owner, "f").build();
    }

    private static TestPods.Builder function(int owner, String name) {
        return pod(name).cpu("1800m").annotation("edgewise.dev/owner-node", "n" + owner);
    }

    private void place(String name, int owner, int node) {
        cluster.putPod(function(owner, name).runningOn("n" + node).build());
    }

    private String zones(Pod pod) {
        return decide("zones", pod);
    }

    private String faasHouse(Pod pod) {
        return decide("faashouse", pod);
    }

    private String decide(String profile, Pod pod) {
        return new FilterAndScorePipeline(profile(profile), new Random(1))
                .decide(pod, cluster.snapshot())
                .node();
    }

    private static Profile profile(String name) {
        EnergyRules rules = new EnergyRules(false, ZONES, FaasHouseWeights.DEFAULT);
        return new ProfileSet(BuiltInProfiles.builtIn(DelayRules.DEFAULT, rules)).find(name);
    }
}
