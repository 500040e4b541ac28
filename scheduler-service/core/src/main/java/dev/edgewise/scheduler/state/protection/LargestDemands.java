package dev.edgewise.scheduler.state.protection;

import dev.edgewise.scheduler.model.Resources;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The largest demands, for each amount by itself. Immutable. */
record LargestDemands(
        TopAmounts pods,
        TopAmounts milliCpu,
        TopAmounts memory,
        TopAmounts ephemeralStorage,
        Map<String, TopAmounts> scalars) {
    static final LargestDemands NONE =
            new LargestDemands(TopAmounts.NONE, TopAmounts.NONE, TopAmounts.NONE, TopAmounts.NONE, Map.of());

    /** @param wanted how many of them are asked for, 1 or more */
    static LargestDemands of(Collection<ResourceDemand> demands, int wanted) {
        Set<String> names = demands.stream()
                .flatMap(demand -> demand.resources().scalars().keySet().stream())
                .collect(Collectors.toSet());
        Map<String, TopAmounts> scalars = new HashMap<>();
        names.forEach(name -> scalars.put(
                name, TopAmounts.of(demands, demand -> demand.resources().scalar(name), wanted)));
        return new LargestDemands(
                TopAmounts.of(demands, ResourceDemand::pods, wanted),
                TopAmounts.of(demands, demand -> demand.resources().milliCpu(), wanted),
                TopAmounts.of(demands, demand -> demand.resources().memory(), wanted),
                TopAmounts.of(demands, demand -> demand.resources().ephemeralStorage(), wanted),
                scalars);
    }

    /**
     * Returns these after one of the demands has changed.
     *
     * @return null if all have to be looked through
     */
    @Nullable
    LargestDemands changed(ResourceDemand before, ResourceDemand after, int wanted) {
        Resources less = before.resources();
        Resources more = after.resources();
        TopAmounts ofPods = pods.changed(before.pods(), after.pods(), wanted);
        TopAmounts ofCpu = milliCpu.changed(less.milliCpu(), more.milliCpu(), wanted);
        TopAmounts ofMemory = memory.changed(less.memory(), more.memory(), wanted);
        TopAmounts ofStorage = ephemeralStorage.changed(less.ephemeralStorage(), more.ephemeralStorage(), wanted);
        Map<String, TopAmounts> ofScalars = scalars(less, more, wanted);
        if (ofPods == null || ofCpu == null || ofMemory == null || ofStorage == null || ofScalars == null) {
            return null;
        }
        return new LargestDemands(ofPods, ofCpu, ofMemory, ofStorage, ofScalars);
    }

    private @Nullable Map<String, TopAmounts> scalars(Resources before, Resources after, int wanted) {
        if (before.scalars().isEmpty() && after.scalars().isEmpty()) {
            return scalars;
        }
        Set<String> names = new HashSet<>(before.scalars().keySet());
        names.addAll(after.scalars().keySet());
        Map<String, TopAmounts> changed = new HashMap<>(scalars);
        for (String name : names) {
            TopAmounts largest = scalars.getOrDefault(name, TopAmounts.NONE)
                    .changed(before.scalar(name), after.scalar(name), wanted);
            if (largest == null) {
                return null;
            }
            changed.put(name, largest);
        }
        changed.values().removeIf(TopAmounts::isNone);
        return changed;
    }

    /** The sum of that many of them. */
    ResourceDemand sum(int count) {
        return each(largest -> largest.sum(count));
    }

    /** The one that so many are at least as large as, itself included; none where they are fewer. */
    ResourceDemand get(int count) {
        return each(largest -> largest.get(count));
    }

    private ResourceDemand each(ToLongFunction<TopAmounts> value) {
        Map<String, Long> amounts = new HashMap<>();
        scalars.forEach((name, largest) -> amounts.put(name, value.applyAsLong(largest)));
        amounts.values().removeIf(amount -> amount == 0);
        Resources resources = new Resources(
                value.applyAsLong(milliCpu), value.applyAsLong(memory), value.applyAsLong(ephemeralStorage), amounts);
        return new ResourceDemand(resources, Math.toIntExact(value.applyAsLong(pods)));
    }
}
