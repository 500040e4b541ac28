package dev.edgewise.rewards.monitor;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import dev.edgewise.rewards.learning.view.PodTypeView;
import dev.edgewise.rewards.learning.view.WorstNodes;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The view of what the leader published. */
final class FollowerRewardsView implements RewardsView {
    private static final String WHY = "As the leader published it; ask the leader for the reason.";

    private final PublishedSignalValues<Reward> rewards;
    private final PublishedSignalValues<PodTypeNodeLedger> ledgers;

    FollowerRewardsView(PublishedSignalValues<Reward> rewards, PublishedSignalValues<PodTypeNodeLedger> ledgers) {
        this.rewards = rewards;
        this.ledgers = ledgers;
    }

    @Override
    public boolean leads() {
        return false;
    }

    @Override
    public List<PodTypeView> types(String after, int most) {
        return rewards.names(RewardRowNames.ofType(after), most).stream()
                .flatMap(row -> RewardRowNames.type(row).flatMap(this::type).stream())
                .toList();
    }

    @Override
    public Optional<PodTypeView> type(String type) {
        return rewards.read(RewardRowNames.ofType(type), row -> Optional.ofNullable(row.get(RewardRowNames.ALL))
                .map(all -> {
                    long closed = nodes(row)
                            .filter(each -> each.getValue().state() != QuarantineStatus.OPEN)
                            .count();
                    return new PodTypeView(type, all, row.size() - 1, (int) closed, 0);
                }));
    }

    @Override
    public List<PodTypeNodeView> nodes(String type, String after, int most) {
        return views(type, rewards.read(RewardRowNames.ofType(type), row -> nodes(row.tailMap(after, false))
                .limit(most)
                .toList()));
    }

    @Override
    public List<PodTypeNodeView> worst(String type, int most) {
        return views(
                type,
                rewards.read(RewardRowNames.ofType(type), row -> WorstNodes.of(nodes(row), most, reward -> reward)));
    }

    private List<PodTypeNodeView> views(String type, List<Map.Entry<String, Reward>> nodes) {
        return nodes.stream()
                .map(each -> view(
                        type,
                        each.getKey(),
                        each.getValue(),
                        ledgers.find(type, each.getKey()).orElse(null)))
                .toList();
    }

    private static Stream<Map.Entry<String, Reward>> nodes(Map<String, Reward> row) {
        return row.entrySet().stream()
                .filter(each -> !each.getKey().equals(RewardRowNames.ALL))
                .map(Map.Entry::copyOf);
    }

    @Override
    public Optional<PodTypeNodeView> typeNode(String type, String node) {
        PodTypeNodeLedger ledger = ledgers.find(type, node).orElse(null);
        return rewards.find(RewardRowNames.ofType(type), node)
                .filter(reward -> !node.equals(RewardRowNames.ALL))
                .map(reward -> view(type, node, reward, ledger));
    }

    private static PodTypeNodeView view(String type, String node, Reward reward, @Nullable PodTypeNodeLedger ledger) {
        PodTypeNodeLedger.Pin pin = ledger == null ? null : ledger.pin();
        return new PodTypeNodeView(
                type,
                node,
                reward,
                ledger == null || ledger.weight() == 0 ? null : ledger.sum() / ledger.weight(),
                ledger == null ? null : ledger.quarantine().ends(),
                0,
                ledger == null ? 0 : ledger.failures(),
                pin == null ? null : pin.value(),
                pin == null ? null : pin.until(),
                WHY,
                ledger == null ? List.of() : ledger.outcomes());
    }

    @Override
    public NavigableMap<String, Reward> nodes() {
        return rewards.row(RewardRowNames.NODES);
    }
}
