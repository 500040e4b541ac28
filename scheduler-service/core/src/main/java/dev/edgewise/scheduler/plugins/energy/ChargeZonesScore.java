package dev.edgewise.scheduler.plugins.energy;

import dev.edgewise.common.energy.ChargeZone;
import dev.edgewise.common.energy.ChargeZoneRules;
import dev.edgewise.common.energy.ChargeZoneRules.Hosting;
import dev.edgewise.scheduler.state.NodeState;
import java.util.List;
import java.util.function.Predicate;

/**
 * Prefers the node that the zones of charge choose for a pod by its owner. Then follow other nodes that would host it,
 * the best powered first, then the owner, then nodes without a known charge, then the rest.
 */
public final class ChargeZonesScore extends OwnerNodeScore {
    private static final double CHOSEN = 1;
    private static final double VOLUNTEER = 0.5;
    private static final double OWNER = 0.45;
    private static final double UNKNOWN = 0.4;
    /** Weight of the charge; less than the distance between {@link #VOLUNTEER} and {@link #CHOSEN}. */
    private static final double CHARGE = 0.4;
    /** Weight of the charge of nodes that would not host the pod; less than {@link #UNKNOWN}. */
    private static final double CHARGE_OF_OTHERS = 0.3;

    private final ChargeZoneRules rules;

    public ChargeZonesScore(ChargeZoneRules rules) {
        super("Zones");
        this.rules = rules;
    }

    @Override
    double[] values(PodWithOwnerNode pod, List<NodeState> nodes) {
        boolean anyRich = rules.zone(pod.highestPercent()) == ChargeZone.RICH;
        Predicate<NodeState> chosen = chosen(pod, nodes, anyRich);
        return nodes.stream()
                .mapToDouble(node -> chosen.test(node) ? CHOSEN : value(pod, node, anyRich))
                .toArray();
    }

    private Predicate<NodeState> chosen(PodWithOwnerNode pod, List<NodeState> nodes, boolean anyRich) {
        if (rules.staysHome(ownerZone(pod))) {
            return pod::isOwnedBy;
        }
        // Takes a vulnerable node for one that would host, whether or not any is rich, as in the paper.
        int best = nodes.stream()
                .filter(node -> hosts(pod, node, false))
                .mapToInt(pod::percent)
                .max()
                .orElse(PodWithOwnerNode.UNKNOWN);
        return node -> pod.wasOn(node) && best != PodWithOwnerNode.UNKNOWN && sticks(pod, node, best, anyRich);
    }

    private boolean sticks(PodWithOwnerNode pod, NodeState host, int best, boolean anyRich) {
        int percent = pod.percent(host);
        return percent != PodWithOwnerNode.UNKNOWN
                && rules.sticks(ownerZone(pod), percent, best, anyRich)
                && (rules.zone(percent) == ChargeZone.RICH || pod.fitsBesideOwn(host));
    }

    private double value(PodWithOwnerNode pod, NodeState node, boolean anyRich) {
        if (pod.isOwnedBy(node)) {
            return OWNER;
        }
        double charge = pod.percent(node) / 100.0;
        if (hosts(pod, node, anyRich)) {
            return VOLUNTEER + CHARGE * charge;
        }
        return charge < 0 ? UNKNOWN : CHARGE_OF_OTHERS * charge;
    }

    private boolean hosts(PodWithOwnerNode pod, NodeState node, boolean anyRich) {
        int percent = pod.percent(node);
        if (percent == PodWithOwnerNode.UNKNOWN) {
            return false;
        }
        Hosting hosting = rules.hosting(ownerZone(pod), rules.zone(percent), anyRich);
        return hosting == Hosting.WITH_ROOM || hosting == Hosting.BESIDE_ITS_OWN && pod.fitsBesideOwn(node);
    }

    private ChargeZone ownerZone(PodWithOwnerNode pod) {
        return rules.zone(pod.ownerPercent());
    }
}
