package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.RemainingNamespaceQuota;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.Resources;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits the CPU and memory that the reservations of a namespace may hold: to the remainder of its ResourceQuotas, or,
 * if none limits the resource, to a share of the cluster. Reservations for replacements of bound pods count only beyond
 * these, which the quota counts already. Not thread-safe.
 */
final class ReservationBudget {
    private final NodeTable nodes;
    private final NamespaceQuotas quotas = new NamespaceQuotas();
    private final ControllerPods pods;
    private double share = 1;

    /** Capacity that the reservations of each namespace hold, as far as it was asked for since {@link #begin}. */
    private final Map<String, Held> held = new HashMap<>();

    private final long[] allocatable = new long[Amount.values().length];
    private boolean isSummed;

    /** The amounts that are counted. */
    private enum Amount {
        CPU("cpu", "m"),
        MEMORY("memory", "");

        private final String resource;
        private final String unit;

        Amount(String resource, String unit) {
            this.resource = resource;
            this.unit = unit;
        }

        long of(Resources resources) {
            return this == CPU ? resources.milliCpu() : resources.memory();
        }

        @Nullable
        Long leftBy(RemainingNamespaceQuota quota) {
            return this == CPU ? quota.milliCpu() : quota.memory();
        }
    }

    /**
     * @param byController what is for pods of one controller; {@code counted} has of it what is beyond its bound pods
     */
    private record Held(Map<Amount, Long> counted, Map<ControllerPods.Key, Resources> byController) {}

    ReservationBudget(NodeTable nodes, ControllerPods pods) {
        this.nodes = nodes;
        this.pods = pods;
    }

    NamespaceQuotas quotas() {
        return quotas;
    }

    /** @param most of the cluster's allocatable CPU and memory, for each namespace, 0..1 */
    void limitShare(double most) {
        share = most;
    }

    /** Nodes, pods and reservations may have changed since it was asked last. */
    void begin() {
        held.clear();
        isSummed = false;
    }

    /** Notes that one more reservation of the namespace holds capacity. */
    void changed(String namespace) {
        held.remove(namespace);
    }

    /** Returns why its namespace may not hold that much more; null if it may. */
    @Nullable
    ReservationStatus refusal(ReservationEntry standing, NamespaceReservations namespace) {
        Reservation reservation = standing.reservation;
        Held all = held.computeIfAbsent(reservation.key().namespace(), name -> heldBy(namespace));
        for (Amount amount : Amount.values()) {
            long asked = amount.of(reservation.requests());
            if (asked > 0) {
                ReservationStatus refusal =
                        refusal(reservation.key().namespace(), amount, with(all, reservation, amount, asked));
                if (refusal != null) {
                    return refusal;
                }
            }
        }
        return null;
    }

    private Held heldBy(NamespaceReservations namespace) {
        Resources selected = Resources.NONE;
        Map<ControllerPods.Key, Resources> byController = new HashMap<>();
        for (ReservationEntry standing : namespace.holding) {
            if (standing.placeholder != null) {
                ControllerPods.Key controller = ControllerPods.Key.of(standing.reservation);
                Resources requests = amounts(standing.reservation.requests());
                if (controller == null) {
                    selected = selected.plus(requests);
                } else {
                    byController.merge(controller, requests, Resources::plus);
                }
            }
        }
        Map<Amount, Long> counted = new EnumMap<>(Amount.class);
        for (Amount amount : Amount.values()) {
            long sum = amount.of(selected);
            for (Map.Entry<ControllerPods.Key, Resources> own : byController.entrySet()) {
                sum += beyond(amount.of(own.getValue()), own.getKey(), amount);
            }
            counted.put(amount, sum);
        }
        return new Held(counted, byController);
    }

    private static Resources amounts(Resources all) {
        return new Resources(all.milliCpu(), all.memory(), 0, Map.of());
    }

    private long with(Held all, Reservation more, Amount amount, long asked) {
        long counted = all.counted().getOrDefault(amount, 0L);
        ControllerPods.Key controller = ControllerPods.Key.of(more);
        if (controller == null) {
            return counted + asked;
        }
        long own = amount.of(all.byController().getOrDefault(controller, Resources.NONE));
        return counted - beyond(own, controller, amount) + beyond(own + asked, controller, amount);
    }

    private long beyond(long reserved, ControllerPods.Key controller, Amount amount) {
        return Math.max(0, reserved - amount.of(pods.requestsOfBound(controller)));
    }

    private @Nullable ReservationStatus refusal(String namespace, Amount amount, long held) {
        boolean isLimited = false;
        for (RemainingNamespaceQuota quota : quotas.of(namespace)) {
            Long left = amount.leftBy(quota);
            if (left != null && held > left) {
                return ReservationEntry.unschedulable(
                        "NamespaceQuota",
                        "ResourceQuota " + quota.name() + " leaves " + Math.max(0, left) + amount.unit + " of "
                                + amount.resource + " to namespace " + namespace
                                + ", and its reservations would hold " + held + amount.unit);
            }
            isLimited |= left != null;
        }
        long most = isLimited ? Long.MAX_VALUE : (long) (share * allocatable(amount));
        return held <= most ? null : tooLargeAShare(namespace, amount, held, most);
    }

    private ReservationStatus tooLargeAShare(String namespace, Amount amount, long held, long most) {
        return ReservationEntry.unschedulable(
                "NamespaceShare",
                "reservations of namespace " + namespace + " would hold " + held + amount.unit + " of "
                        + amount.resource + ", and may hold " + most + amount.unit + ": "
                        + Math.round(share * 1000) / 10.0 + " % of the cluster, as no ResourceQuota limits it");
    }

    private long allocatable(Amount amount) {
        if (!isSummed) {
            isSummed = true;
            for (Amount each : Amount.values()) {
                allocatable[each.ordinal()] =
                        nodes.sum(node -> each.of(node.node().allocatable()));
            }
        }
        return allocatable[amount.ordinal()];
    }
}
