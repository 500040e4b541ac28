package dev.edgewise.rewards.monitor;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRows;
import dev.edgewise.common.signal.reward.RewardState;
import dev.edgewise.rewards.learning.ledger.TypeNodeLedger;
import dev.edgewise.rewards.learning.view.TypeNodeView;
import dev.edgewise.rewards.learning.view.TypeView;
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

    private final PublishedState<Reward> rewards;
    private final PublishedState<TypeNodeLedger> ledgers;

    FollowerRewardsView(PublishedState<Reward> rewards, PublishedState<TypeNodeLedger> ledgers) {
        this.rewards = rewards;
        this.ledgers = ledgers;
    }

    @Override
    public boolean leads() {
        return false;
    }

    @Override
    public List<TypeView> types(String after, int most) {
        return rewards.names(RewardRows.ofType(after), most).stream()
                .flatMap(row -> RewardRows.type(row).flatMap(this::type).stream())
                .toList();
    }

    @Override
    public Optional<TypeView> type(String type) {
        return rewards.read(RewardRows.ofType(type), row -> Optional.ofNullable(row.get(RewardRows.ALL))
                .map(all -> {
                    long closed = nodes(row)
                            .filter(each -> each.getValue().state() != RewardState.OPEN)
                            .count();
                    return new TypeView(type, all, row.size() - 1, (int) closed, 0);
                }));
    }

    @Override
    public List<TypeNodeView> nodes(String type, String after, int most) {
        return views(type, rewards.read(RewardRows.ofType(type), row -> nodes(row.tailMap(after, false))
                .limit(most)
                .toList()));
    }

    @Override
    public List<TypeNodeView> worst(String type, int most) {
        return views(
                type, rewards.read(RewardRows.ofType(type), row -> WorstNodes.of(nodes(row), most, reward -> reward)));
    }

    private List<TypeNodeView> views(String type, List<Map.Entry<String, Reward>> nodes) {
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
                .filter(each -> !each.getKey().equals(RewardRows.ALL))
                .map(Map.Entry::copyOf);
    }

    @Override
    public Optional<TypeNodeView> typeNode(String type, String node) {
        TypeNodeLedger ledger = ledgers.find(type, node).orElse(null);
        return rewards.find(RewardRows.ofType(type), node)
                .filter(reward -> !node.equals(RewardRows.ALL))
                .map(reward -> view(type, node, reward, ledger));
    }

    private static TypeNodeView view(String type, String node, Reward reward, @Nullable TypeNodeLedger ledger) {
        TypeNodeLedger.Pin pin = ledger == null ? null : ledger.pin();
        return new TypeNodeView(
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
        return rewards.row(RewardRows.NODES);
    }
}
