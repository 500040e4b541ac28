package dev.edgewise.scheduler.protection;

import dev.edgewise.scheduler.model.Resources;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** The sum of the largest demands, for each amount by itself. */
final class LargestSums {
    private final Collection<Demand> demands;
    private final int count;

    private LargestSums(Collection<Demand> demands, int count) {
        this.demands = demands;
        this.count = count;
    }

    /** @param count how many are added up, 1 or more */
    static Demand of(Collection<Demand> demands, int count) {
        if (count == 1) {
            Demand largest = Demand.NONE;
            for (Demand demand : demands) {
                largest = largest.max(demand);
            }
            return largest;
        }
        LargestSums sums = new LargestSums(demands, count);
        Resources resources = new Resources(
                sums.of(demand -> demand.resources().milliCpu()),
                sums.of(demand -> demand.resources().memory()),
                sums.of(demand -> demand.resources().ephemeralStorage()),
                sums.scalars());
        return new Demand(resources, Math.toIntExact(sums.of(Demand::pods)));
    }

    private long of(ToLongFunction<Demand> amount) {
        return demands.stream()
                .map(amount::applyAsLong)
                .sorted(Comparator.reverseOrder())
                .limit(count)
                .mapToLong(Long::longValue)
                .sum();
    }

    private Map<String, Long> scalars() {
        Set<String> names = demands.stream()
                .flatMap(demand -> demand.resources().scalars().keySet().stream())
                .collect(Collectors.toSet());
        Map<String, Long> sums = new HashMap<>();
        names.forEach(name -> sums.put(name, of(demand -> demand.resources().scalar(name))));
        return sums;
    }
}
