package dev.edgewise.rewards.monitor;

import dev.edgewise.common.LeaderCacheSync;
import dev.edgewise.common.WriteGate;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.json.RewardJsonCodec;
import dev.edgewise.common.signal.publish.SignalPublisher;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.rewards.cluster.WatchFreshness;
import dev.edgewise.rewards.cluster.WatchedNodesAndPods;
import dev.edgewise.rewards.learning.RewardLearner;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.rounds.LearnerChanges;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Learns while this replica leads: passes the cluster to a learner, and publishes changes, ledgers before rewards, so
 * that outcomes behind a published reward are not lost with this process. Else follows what the leader publishes.
 */
final class RewardMonitor {
    static final Duration EVERY = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(RewardMonitor.class);

    /** Steps between two updates of the metrics: 5 s. */
    private static final int SHOWN_EACH = 10;

    private final WatchedNodesAndPods table;
    private final WatchFreshness freshness;
    /** Pods whose failures are in the ledgers may be deleted by now: an old table would count them again. */
    private final LeaderCacheSync catchUp;

    private final LearnerSettings settings;
    private final WriteGate gate;
    private final InstantSource clock;
    private final RewardHistory history;
    private final RewardMetrics meters;
    private final LeaderFollowerSignalState<PodTypeNodeLedger> ledgers;
    private final LeaderFollowerSignalState<Reward> rewards;
    private final RewardsView published;
    private volatile @Nullable RewardLearner learner;
    /** Whether the rewards are from this learner. */
    private boolean derived;

    private volatile boolean adopted;

    private long steps;

    RewardMonitor(
            WatchedNodesAndPods table,
            WatchFreshness freshness,
            LearnerSettings settings,
            SignalStores stores,
            WriteGate gate,
            InstantSource clock,
            RewardHistory history,
            MeterRegistry registry,
            RewardMetrics meters) {
        this.table = table;
        this.freshness = freshness;
        this.catchUp = new LeaderCacheSync(freshness::caughtUp);
        this.settings = settings;
        this.gate = gate;
        this.clock = clock;
        this.history = history;
        this.meters = meters;
        WriterElection turn = WriterElection.of(gate);
        this.ledgers = new LeaderFollowerSignalState<>(
                OutcomeLedgerSignalKind.KIND,
                stores.of(OutcomeLedgerSignalKind.KIND),
                turn,
                new Takeover(),
                registry,
                EVERY);
        this.rewards = new LeaderFollowerSignalState<>(
                RewardJsonCodec.KIND, stores.of(RewardJsonCodec.KIND), turn, new Derived(), registry, EVERY);
        this.published = new FollowerRewardsView(rewards.state(), ledgers.state());
    }

    /** Runs one step; to be repeated by one thread. */
    void step() {
        if (!gate.isOpen()) {
            catchUp.reset();
            // Rewards are not published again: they become stale, and the scheduler sees that.
            ledgers.follow();
            rewards.follow();
        } else if (freshness.isComplete() && catchUp.isDone()) {
            lead();
        }
        if (steps++ % SHOWN_EACH == 0) {
            meters.show(rewards.state());
        }
    }

    /** Stops following; to be called after the last step. */
    void stop() {
        ledgers.stopFollowing();
        rewards.stopFollowing();
    }

    private void lead() {
        ledgers.stopFollowing();
        rewards.stopFollowing();
        ledgers.adoptIfReached();
        RewardLearner learns = learner;
        if (learns == null) {
            // The store is unreachable: its last known ledgers count, if there are any.
            learns = begin(new TreeMap<>());
        }
        if (freshness.isCurrent()) {
            learn(learns, clock.instant());
        }
        ledgers.resync();
        rewards.resync();
        if (ledgers.publish()) {
            rewards.publish();
        }
    }

    private void learn(RewardLearner learns, Instant now) {
        boolean hasMore = true;
        while (hasMore) {
            LearnerChanges changes = learns.step(now);
            hasMore = changes.hasMore();
            meters.count(ledgers.state(), changes.ledgers());
            ledgers.apply(changes.ledgers());
            history.record(changes.rewards(), now);
            if (derived) {
                rewards.apply(changes.rewards());
            }
        }
        if (!derived) {
            derived = true;
            rewards.replaceAll(learns.rewards());
        }
    }

    /**
     * Creates a learner with the ledgers, then passes it all that the API server shows.
     *
     * @param stored ledgers of the store; ledgers that it lacks are taken from the state here
     */
    private RewardLearner begin(Map<String, Map<String, PodTypeNodeLedger>> stored) {
        RewardLearner begun = new RewardLearner(settings, meters::refused);
        ledgers.state().each((type, known) -> {
            Map<String, PodTypeNodeLedger> all = new HashMap<>(known);
            all.putAll(stored.getOrDefault(type, Map.of()));
            stored.put(type, all);
        });
        ledgers.state().replaceAll(stored);
        Instant now = clock.instant();
        stored.forEach((type, nodes) -> nodes.forEach((node, ledger) -> begun.restore(type, node, ledger, now)));
        table.attach(begun, now);
        learner = begun;
        derived = false;
        LOG.info("Learning began; typesRestored={} nodes={} pods={}", stored.size(), table.nodes(), table.pods());
        return begun;
    }

    /** Returns the learner; empty while another replica leads. */
    Optional<RewardLearner> learner() {
        return Optional.ofNullable(learner);
    }

    /**
     * Returns the learner for changes by operators and applications; empty until the store was read, as its ledgers
     * replace those of the learner.
     */
    Optional<RewardLearner> adopted() {
        return adopted ? learner() : Optional.empty();
    }

    /** Returns whether the store accepts ledgers, as far as is known. */
    boolean isStored() {
        return ledgers.trouble().isEmpty();
    }

    RewardsView view() {
        RewardLearner learns = learner;
        return learns == null ? published : new LeaderRewardsView(learns, rewards.state(), clock);
    }

    /**
     * Returns the problems of the store by kind of signal, and of watches by kind of object; empty if none is known.
     */
    Map<String, String> problems() {
        Map<String, String> problems = new TreeMap<>();
        ledgers.trouble().ifPresent(why -> problems.put("outcomes", why));
        rewards.trouble().ifPresent(why -> problems.put("rewards", why));
        freshness.unwatched().forEach(kind -> problems.put(kind, "cannot be watched for over a minute"));
        return problems;
    }

    private final class Takeover implements SignalPublisher.Adoption<PodTypeNodeLedger> {
        private final Map<String, Map<String, PodTypeNodeLedger>> read = new TreeMap<>();

        @Override
        public void adopt(String row, Map<String, PodTypeNodeLedger> published) {
            read.put(row, Map.copyOf(published));
        }

        /**
         * Begins with the ledgers of the store, also if it was unreachable when this replica began to lead: its
         * outcomes were counted before.
         */
        @Override
        public Set<String> adopted() {
            begin(new TreeMap<>(read));
            read.clear();
            adopted = true;
            return Set.copyOf(ledgers.state().names());
        }

        @Override
        public void forget() {
            read.clear();
            adopted = false;
            if (learner != null) {
                learner = null;
                table.detach();
                LOG.info("Learning ended, as another replica leads");
            }
        }
    }

    /**
     * Rewards are computed from ledgers and pods: only the names of published ones count, so that old ones are removed.
     */
    private static final class Derived implements SignalPublisher.Adoption<Reward> {
        @Override
        public void adopt(String row, Map<String, Reward> published) {}

        @Override
        public Set<String> adopted() {
            return Set.of();
        }

        @Override
        public void forget() {}
    }
}
