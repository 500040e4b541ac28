package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.NodeSampling;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.framework.Profile.Weighted;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.plugins.affinity.PreferredPodAffinity;
import dev.edgewise.scheduler.plugins.affinity.RequiredPodAffinity;
import dev.edgewise.scheduler.plugins.delay.CloudNodeFilter;
import dev.edgewise.scheduler.plugins.delay.DelayPlugin;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import dev.edgewise.scheduler.plugins.energy.ChargeZonesScore;
import dev.edgewise.scheduler.plugins.energy.EnergyPlugin;
import dev.edgewise.scheduler.plugins.energy.EnergyRules;
import dev.edgewise.scheduler.plugins.energy.FaasHouseScore;
import dev.edgewise.scheduler.plugins.griffin.MostAvailableResourcesScore;
import dev.edgewise.scheduler.plugins.griffin.ResponseTime;
import dev.edgewise.scheduler.plugins.griffin.SourceDelayScore;
import dev.edgewise.scheduler.plugins.recovery.RecoveryPlugin;
import dev.edgewise.scheduler.plugins.reward.RewardPlugin;
import dev.edgewise.scheduler.plugins.spread.HardSpread;
import dev.edgewise.scheduler.plugins.spread.SoftSpread;
import dev.edgewise.scheduler.plugins.volumes.NodeVolumeLimits;
import dev.edgewise.scheduler.plugins.volumes.VolumeBinding;
import dev.edgewise.scheduler.plugins.volumes.VolumeRestrictions;
import dev.edgewise.scheduler.plugins.volumes.VolumeZone;
import java.util.ArrayList;
import java.util.List;

/** The profiles that exist without any configuration. */
public final class BuiltInProfiles {
    /** The name of the profile that does what kube-scheduler does by default, and nothing else. */
    public static final String STOCK = "stock";
    /** The name of the profile with all features of Edgewise. */
    public static final String EDGEWISE = "edgewise";
    /** The delay prototype's name: pods without a delay need go to the cloud. */
    public static final String CUSTOM_SCHEDULER = "custom-scheduler";
    /** The energy prototype's name: the best level that has capacity, and never a powerless node. */
    public static final String ENERGY_AWARE_SCHEDULER = "energy-aware-scheduler";

    /**
     * The profile of the prototype that learns: prefers nodes on which pods of the same type do well, before all else.
     */
    public static final String RL_SCHEDULER = "rl-scheduler";

    /**
     * The slot prototype's name, for pods of batch jobs: which slots a pod may go to is said with the pod, so the rest
     * is as in {@link #STOCK}.
     */
    public static final String EXTERNAL_SCHEDULER = "external-scheduler";

    /** The rules of a paper for pods that name their owner: zones of charge. */
    public static final String ZONES = "zones";
    /** The rules of another paper: charge, locality and stickiness. */
    public static final String FAASHOUSE = "faashouse";

    /**
     * The profile of pods that global-scheduler starts near a source node, where most is free, or where calls are
     * answered soonest; named as in its prototype.
     */
    public static final String GRIFFIN_SCHEDULER = "griffin_scheduler";

    /** A pod's own needs outweigh each of the habits of the stock scheduler. */
    private static final double DELAY_WEIGHT = 5;
    /** A level counts 3: as much as {@link TaintToleration}, and more than each other score of the stock scheduler. */
    private static final double ENERGY_WEIGHT = 10;
    /** One early failure costs 5, which is more than an energy level or each score of the stock scheduler. */
    private static final double REWARD_WEIGHT = 10;
    /** A level counts 30, and a node where all fail 100, which is more than all others together. */
    private static final double FIRST_WEIGHT = 100;
    /** A percent of charge, or of free capacity, counts more than all others together, which break ties. */
    private static final double RULE_WEIGHT = 10_000;
    /** Sharing what is kept counts more than each habit of the stock scheduler. */
    private static final double RECOVERY_WEIGHT = 5;
    /** The nearest hundred feasible nodes hold the best one: candidates come nearest first. */
    static final int ENOUGH = 100;

    private BuiltInProfiles() {}

    /** Returns all built-in profiles with the default rules. */
    public static List<Profile> builtIn() {
        return builtIn(DelayRules.DEFAULT, EnergyRules.DEFAULT);
    }

    /** Returns all built-in profiles, with these rules for delay needs and energy. */
    public static List<Profile> builtIn(DelayRules delay, EnergyRules energy) {
        ChargeZonesScore zones = new ChargeZonesScore(energy.zones());
        FaasHouseScore faasHouse = new FaasHouseScore(energy.faasHouse());
        return List.of(
                stock(),
                edgewise(delay, energy),
                customScheduler(delay),
                energyAwareScheduler(delay),
                rlScheduler(delay),
                new Profile(EXTERNAL_SCHEDULER, stockFilters(), stockScores(), NodeSampling.STOCK),
                ofPaper(ZONES, delay, zones, zones),
                ofPaper(FAASHOUSE, delay, faasHouse, faasHouse),
                griffinScheduler(delay));
    }

    public static Profile stock() {
        return new Profile(STOCK, stockFilters(), stockScores(), NodeSampling.STOCK);
    }

    public static Profile edgewise() {
        return edgewise(DelayRules.DEFAULT, EnergyRules.DEFAULT);
    }

    public static Profile customScheduler() {
        return customScheduler(DelayRules.DEFAULT);
    }

    public static Profile energyAwareScheduler() {
        return energyAwareScheduler(DelayRules.DEFAULT);
    }

    public static Profile rlScheduler() {
        return rlScheduler(DelayRules.DEFAULT);
    }

    private static Profile edgewise(DelayRules delayRules, EnergyRules rules) {
        DelayPlugin delay = new DelayPlugin(delayRules);
        EnergyPlugin energy = new EnergyPlugin(rules.strict());
        RewardPlugin rewards = new RewardPlugin();
        RecoveryPlugin recovery = new RecoveryPlugin();
        List<Weighted> scores = with(
                delayScores(delay),
                new Weighted(energy, ENERGY_WEIGHT),
                new Weighted(rewards, REWARD_WEIGHT),
                new Weighted(recovery, RECOVERY_WEIGHT));
        List<Filter> filters = with(stockFilters(), delay, energy, rewards, recovery);
        return new Profile(EDGEWISE, filters, scores, NodeSampling.atMost(ENOUGH));
    }

    private static Profile rlScheduler(DelayRules rules) {
        DelayPlugin delay = new DelayPlugin(rules);
        RewardPlugin rewards = new RewardPlugin();
        List<Weighted> scores = with(delayScores(delay), new Weighted(rewards, FIRST_WEIGHT));
        return new Profile(RL_SCHEDULER, with(stockFilters(), delay, rewards), scores, NodeSampling.atMost(ENOUGH));
    }

    private static Profile energyAwareScheduler(DelayRules rules) {
        DelayPlugin delay = new DelayPlugin(rules);
        EnergyPlugin energy = new EnergyPlugin(true);
        List<Weighted> scores = with(delayScores(delay), new Weighted(energy, FIRST_WEIGHT));
        return new Profile(
                ENERGY_AWARE_SCHEDULER, with(stockFilters(), delay, energy), scores, NodeSampling.atMost(ENOUGH));
    }

    /** Looks at all nodes: the owner and the last host are to be among those that are scored. */
    private static Profile ofPaper(String name, DelayRules rules, Filter signals, Score rule) {
        DelayPlugin delay = new DelayPlugin(rules);
        List<Weighted> scores = with(delayScores(delay), new Weighted(rule, RULE_WEIGHT));
        return new Profile(name, with(stockFilters(), delay, signals), scores, NodeSampling.ALL);
    }

    /**
     * Looks at all nodes: the nearest one, the one with most left, or the one that answers soonest, is to be among
     * those that are scored.
     */
    private static Profile griffinScheduler(DelayRules rules) {
        DelayPlugin delay = new DelayPlugin(rules);
        List<Weighted> scores = with(
                delayScores(delay),
                new Weighted(new SourceDelayScore(rules), RULE_WEIGHT),
                new Weighted(new MostAvailableResourcesScore(), RULE_WEIGHT),
                new Weighted(new ResponseTime(rules), RULE_WEIGHT));
        return new Profile(GRIFFIN_SCHEDULER, with(stockFilters(), delay), scores, NodeSampling.ALL);
    }

    private static Profile customScheduler(DelayRules rules) {
        DelayPlugin delay = new DelayPlugin(rules);
        RecoveryPlugin recovery = new RecoveryPlugin();
        List<Filter> filters = with(stockFilters(), delay, new CloudNodeFilter(), recovery);
        List<Weighted> scores = with(stockScores(), new Weighted(recovery, RECOVERY_WEIGHT));
        return new Profile(CUSTOM_SCHEDULER, filters, scores, NodeSampling.atMost(ENOUGH));
    }

    /** Returns the stock filters in kube-scheduler's order, which decides what its messages name first. */
    private static List<Filter> stockFilters() {
        return List.of(
                new SchedulingGates(),
                new UnsupportedPodGroupFilter(),
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

    /** Returns the stock scores with kube-scheduler's default weights. */
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

    private static List<Weighted> delayScores(DelayPlugin delay) {
        return with(stockScores(), new Weighted(delay, DELAY_WEIGHT));
    }

    @SafeVarargs
    private static <T> List<T> with(List<T> parts, T... more) {
        List<T> all = new ArrayList<>(parts);
        for (T part : more) {
            all.add(part);
        }
        return all;
    }
}
