package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/** Calculates the reserve of a backup node the long way: from the pods alone. */
final class Demands {
    private Demands() {}

    static ResourceDemand needed(List<Pod> pods, String backup, int failures) {
        Map<String, ResourceDemand> byHome = new HashMap<>();
        for (Pod pod : pods) {
            String home = Objects.requireNonNull(pod.spec().nodeName());
            if (backup.equals(pod.backupNode()) && !backup.equals(home)) {
                byHome.merge(home, ResourceDemand.of(pod), ResourceDemand::plus);
            }
        }
        List<ResourceDemand> demands = new ArrayList<>(byHome.values());
        Map<String, Long> scalars = new HashMap<>();
        Set<String> names = new TreeSet<>();
        demands.forEach(demand -> names.addAll(demand.resources().scalars().keySet()));
        names.forEach(name -> scalars.put(
                name, largest(demands, failures, demand -> demand.resources().scalar(name))));
        Resources resources = new Resources(
                largest(demands, failures, demand -> demand.resources().milliCpu()),
                largest(demands, failures, demand -> demand.resources().memory()),
                largest(demands, failures, demand -> demand.resources().ephemeralStorage()),
                scalars);
        return new ResourceDemand(resources, (int) largest(demands, failures, ResourceDemand::pods));
    }

    private static long largest(List<ResourceDemand> demands, int count, ToLongFunction<ResourceDemand> amount) {
        return demands.stream()
                .map(amount::applyAsLong)
                .sorted(Comparator.reverseOrder())
                .limit(count)
                .mapToLong(Long::longValue)
                .sum();
    }
}
