package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.delay.CloudRole;
import dev.edgewise.scheduler.delay.Delay;
import dev.edgewise.scheduler.delay.DelayRules;
import dev.edgewise.scheduler.pipeline.Filter;
import dev.edgewise.scheduler.pipeline.Profile;
import dev.edgewise.scheduler.pipeline.Profile.Weighted;
import dev.edgewise.scheduler.pipeline.Sampling;
import dev.edgewise.scheduler.podaffinity.PreferredPodAffinity;
import dev.edgewise.scheduler.podaffinity.RequiredPodAffinity;
import dev.edgewise.scheduler.spread.HardSpread;
import dev.edgewise.scheduler.spread.SoftSpread;
import dev.edgewise.scheduler.volumes.NodeVolumeLimits;
import dev.edgewise.scheduler.volumes.VolumeBinding;
import dev.edgewise.scheduler.volumes.VolumeRestrictions;
import dev.edgewise.scheduler.volumes.VolumeZone;
import java.util.ArrayList;
import java.util.List;

/** The profiles that exist without any configuration. */
public final class Profiles {
    /** What kube-scheduler does by default, and nothing else. */
    public static final String STOCK = "stock";
    /** Everything Edgewise knows. */
    public static final String EDGEWISE = "edgewise";
    /** The delay prototype's name: like {@link #EDGEWISE}, but pods without a delay need go to the cloud. */
    public static final String CUSTOM_SCHEDULER = "custom-scheduler";

    /** A pod's own needs outweigh each of the habits of the stock scheduler. */
    private static final double DELAY_WEIGHT = 5;
    /** The nearest hundred feasible nodes hold the best one: candidates come nearest first. */
    private static final int ENOUGH = 100;

    private Profiles() {}

    /** All of them. */
    public static List<Profile> builtIn() {
        return builtIn(DelayRules.DEFAULT);
    }

    /** All of them, with these rules for delay needs. */
    public static List<Profile> builtIn(DelayRules rules) {
        return List.of(stock(), edgewise(rules), customScheduler(rules));
    }

    public static Profile stock() {
        return new Profile(STOCK, stockFilters(), stockScores(), Sampling.STOCK);
    }

    public static Profile edgewise() {
        return edgewise(DelayRules.DEFAULT);
    }

    public static Profile customScheduler() {
        return customScheduler(DelayRules.DEFAULT);
    }

    private static Profile edgewise(DelayRules rules) {
        Delay delay = new Delay(rules);
        return new Profile(EDGEWISE, with(stockFilters(), delay), delayScores(delay), Sampling.atMost(ENOUGH));
    }

    private static Profile customScheduler(DelayRules rules) {
        Delay delay = new Delay(rules);
        List<Filter> filters = with(stockFilters(), delay, new CloudRole());
        return new Profile(CUSTOM_SCHEDULER, filters, delayScores(delay), Sampling.atMost(ENOUGH));
    }

    /** In kube-scheduler's order, which decides what its messages name first. */
    private static List<Filter> stockFilters() {
        return List.of(
                new SchedulingGates(),
                new NodeUnschedulable(),
                new NodeName(),
                new TaintToleration(),
                new RequiredNodeAffinity(),
                new NodePorts(),
                new NodeResourcesFit(),
                new VolumeRestrictions(),
                new NodeVolumeLimits(),
                new VolumeBinding(),
                new VolumeZone(),
                new HardSpread(),
                new RequiredPodAffinity(),
                new DynamicResources(),
                new NodeDeclaredFeatures());
    }

    /** With kube-scheduler's default weights. */
    private static List<Weighted> stockScores() {
        return List.of(
                new Weighted(new TaintToleration(), 3),
                new Weighted(new PreferredNodeAffinity(), 2),
                new Weighted(new SoftSpread(), 2),
                new Weighted(new PreferredPodAffinity(), 2),
                new Weighted(new LeastAllocated(), 1),
                new Weighted(new BalancedAllocation(), 1),
                new Weighted(new ImageLocality(), 1));
    }

    private static List<Weighted> delayScores(Delay delay) {
        List<Weighted> scores = new ArrayList<>(stockScores());
        scores.add(new Weighted(delay, DELAY_WEIGHT));
        return scores;
    }

    private static List<Filter> with(List<Filter> filters, Filter... more) {
        List<Filter> all = new ArrayList<>(filters);
        all.addAll(List.of(more));
        return all;
    }
}
