package dev.edgewise.scheduler.optimizer;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The cost of capacity: the share that it is of the requests of all protected pods, on average over the resources that
 * they request at all. So the cost of the reserves of the whole cluster is the mean share that is kept in addition,
 * 0.06 for 6 %.
 */
final class ReserveCost {
    private final double milliCpu;
    private final double memory;
    private final double ephemeralStorage;
    private final Map<String, Double> scalars = new HashMap<>();
    private final double pods;

    private ReserveCost(ResourceDemand all) {
        Resources total = all.resources();
        long resources = List.of(total.milliCpu(), total.memory(), total.ephemeralStorage()).stream()
                        .filter(amount -> amount > 0)
                        .count()
                + total.scalars().size();
        milliCpu = weight(total.milliCpu(), resources);
        memory = weight(total.memory(), resources);
        ephemeralStorage = weight(total.ephemeralStorage(), resources);
        total.scalars().forEach((name, amount) -> scalars.put(name, weight(amount, resources)));
        // For pods that request nothing only the number matters.
        pods = resources == 0 && all.pods() > 0 ? 1.0 / all.pods() : 0;
    }

    /** @param all what the protected pods request together */
    static ReserveCost shareOf(ResourceDemand all) {
        return new ReserveCost(all);
    }

    private static double weight(long total, long resources) {
        return total <= 0 ? 0 : 1.0 / total / resources;
    }

    double of(ResourceDemand demand) {
        Resources amounts = demand.resources();
        double cost = milliCpu * amounts.milliCpu()
                + memory * amounts.memory()
                + ephemeralStorage * amounts.ephemeralStorage()
                + pods * demand.pods();
        for (Map.Entry<String, Long> scalar : amounts.scalars().entrySet()) {
            cost += scalars.getOrDefault(scalar.getKey(), 0.0) * scalar.getValue();
        }
        return cost;
    }
}
