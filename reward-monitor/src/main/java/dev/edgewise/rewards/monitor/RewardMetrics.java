package dev.edgewise.rewards.monitor;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.ledger.RecordedOutcome;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Meters of the outcomes by cause, of the types, and of the nodes by state. */
final class RewardMetrics {
    private final MeterRegistry meters;
    private final AtomicLong types;
    private final MultiGauge states;
    private final MultiGauge nodes;
    private final boolean perNode;

    RewardMetrics(MeterRegistry meters, boolean perNode) {
        this.meters = meters;
        Arrays.stream(OutcomeCause.values()).forEach(this::outcomes);
        this.types = Objects.requireNonNull(meters.gauge("edgewise.rewards.types", new AtomicLong()));
        this.states = MultiGauge.builder("edgewise.rewards.nodes")
                .description("Number of nodes by state, summed over all types")
                .register(meters);
        this.nodes = MultiGauge.builder("edgewise.rewards.node.value")
                .description("Reward of each node over all types, from 0 to 1")
                .register(meters);
        this.perNode = perNode;
    }

    private Counter outcomes(OutcomeCause cause) {
        return Counter.builder("edgewise.rewards.outcomes")
                .description("Outcomes that this replica counted")
                .tag("cause", cause.toString())
                .register(meters);
    }

    /** Counts a refusal, with the reason that is given by {@link dev.edgewise.rewards.learning.RewardLearner}. */
    void refused(String reason) {
        Counter.builder("edgewise.rewards.refused")
                .description("Facts of pods and pushed outcomes that this replica did not learn from")
                .tag("reason", reason)
                .register(meters)
                .increment();
    }

    /** Counts the outcomes that changes add to the ledgers, as far as the ledgers record them. */
    void count(
            PublishedSignalValues<PodTypeNodeLedger> before,
            Map<String, Map<String, Optional<PodTypeNodeLedger>>> changes) {
        changes.forEach((type, ledgers) -> ledgers.forEach((node, ledger) -> ledger.ifPresent(now -> {
            Set<RecordedOutcome> known = new HashSet<>(
                    before.find(type, node).map(PodTypeNodeLedger::outcomes).orElse(List.of()));
            now.outcomes().stream()
                    .filter(outcome -> !known.contains(outcome))
                    .forEach(outcome -> outcomes(outcome.cause()).increment());
        })));
    }

    void show(PublishedSignalValues<Reward> rewards) {
        long[] counts = new long[QuarantineStatus.values().length];
        AtomicLong found = new AtomicLong();
        rewards.each((row, fields) -> {
            if (RewardRowNames.type(row).isPresent()) {
                found.incrementAndGet();
                fields.forEach((node, reward) -> {
                    if (!node.equals(RewardRowNames.ALL)) {
                        counts[reward.state().ordinal()]++;
                    }
                });
            }
        });
        types.set(found.get());
        states.register(
                Arrays.stream(QuarantineStatus.values())
                        .map(state -> MultiGauge.Row.of(Tags.of("state", state.toString()), counts[state.ordinal()]))
                        .toList(),
                true);
        if (perNode) {
            showNodes(rewards.row(RewardRowNames.NODES));
        }
    }

    private void showNodes(Map<String, Reward> values) {
        nodes.register(
                values.entrySet().stream()
                        .map(each -> MultiGauge.Row.of(
                                Tags.of("node", each.getKey()), each.getValue().value()))
                        .toList(),
                true);
    }
}
