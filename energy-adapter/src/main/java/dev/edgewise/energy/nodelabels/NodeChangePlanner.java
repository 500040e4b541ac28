package dev.edgewise.energy.nodelabels;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.nodes.NodeTaint;
import dev.edgewise.energy.readings.NodeEnergyState;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares nodes with their levels, and says what is to be written. Pure. */
final class NodeChangePlanner {
    private final boolean removeStale;
    private final NodeTaintProperties taints;

    NodeChangePlanner(NodeLabelProperties labels, NodeTaintProperties taints) {
        this.removeStale = labels.removeStale();
        this.taints = taints;
    }

    /** Whether it does not only remove taints. */
    boolean setsTaints() {
        return taints.enabled();
    }

    /**
     * Returns the changes: labels before taints alone, and those of powerless nodes first. A node of which nothing is
     * known keeps its label, and loses our taint.
     *
     * @param nodes all of the cluster
     * @param sent names of nodes whose taint was written, or may have been, and is not seen yet
     * @param known by name; null if there never was a reading
     */
    List<NodeChange> changes(
            Collection<EnergyNode> nodes, Set<String> sent, Function<String, @Nullable NodeEnergyState> known) {
        Set<String> tainted = tainted(nodes, sent, known);
        return nodes.stream()
                .map(node -> change(node, known.apply(node.name()), tainted.contains(node.name())))
                .filter(NodeChange::isAny)
                .sorted(Comparator.comparing((NodeChange change) -> !change.labels())
                        .thenComparing(change -> change.level() != EnergyLevel.POWERLESS))
                .toList();
    }

    /**
     * Nodes that have the taint, or may have it, keep it; the emptiest of the others get it while the tainted share of
     * all nodes stays within its maximum.
     */
    private Set<String> tainted(
            Collection<EnergyNode> nodes, Set<String> sent, Function<String, @Nullable NodeEnergyState> known) {
        if (!taints.enabled()) {
            return Set.of();
        }
        long most = (long) Math.floor(taints.maxShare() * nodes.size());
        Predicate<EnergyNode> mayHaveOurs = node -> hasOurs(node) || sent.contains(node.name());
        long now = nodes.stream().filter(mayHaveOurs).count();
        return Stream.concat(
                        emptiest(nodes, known).filter(mayHaveOurs).limit(most),
                        emptiest(nodes, known).filter(mayHaveOurs.negate()).limit(Math.max(0, most - now)))
                .map(EnergyNode::name)
                .collect(Collectors.toSet());
    }

    private static Stream<EnergyNode> emptiest(
            Collection<EnergyNode> nodes, Function<String, @Nullable NodeEnergyState> known) {
        return nodes.stream()
                .filter(node -> isPowerless(known.apply(node.name())))
                .sorted(Comparator.comparing((EnergyNode node) -> percent(known.apply(node.name())))
                        .thenComparing(EnergyNode::name));
    }

    private static boolean isPowerless(@Nullable NodeEnergyState known) {
        return known != null
                && known.level().filter(EnergyLevel.POWERLESS::equals).isPresent();
    }

    private static double percent(@Nullable NodeEnergyState known) {
        return known == null ? 0 : known.percent();
    }

    private NodeChange change(EnergyNode node, @Nullable NodeEnergyState known, boolean tainted) {
        Optional<EnergyLevel> level = known == null ? Optional.empty() : known.level();
        boolean labels = level.isPresent()
                ? !level.get().label().equals(node.labels().get(Names.ENERGY_LABEL))
                : removeStale && known != null && node.isLabelled();
        return new NodeChange(node, labels, level.orElse(null), taints(node, tainted));
    }

    private @Nullable List<NodeTaint> taints(EnergyNode node, boolean tainted) {
        boolean right = tainted ? node.taints().stream().anyMatch(this::isRight) : !hasOurs(node);
        if (right) {
            return null;
        }
        List<NodeTaint> others =
                node.taints().stream().filter(taint -> !isOurs(taint)).toList();
        return tainted
                ? Stream.concat(others.stream(), Stream.of(taints.taint())).toList()
                : others;
    }

    private boolean isRight(NodeTaint taint) {
        return isOurs(taint) && taint.effect().equals(taints.effect());
    }

    private static boolean hasOurs(EnergyNode node) {
        return node.taints().stream().anyMatch(NodeChangePlanner::isOurs);
    }

    private static boolean isOurs(NodeTaint taint) {
        return taint.key().equals(NodeTaintProperties.KEY);
    }
}
