package dev.edgewise.scheduler.state.protection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** One node that stands in for many. */
class NodeBackupsTest {
    private static final int HOMES = 80;

    private record Added(String home, ResourceDemand demand) {}

    /** Adds and removes at random: at first more is added, then more is removed. */
    @Property(tries = 20, seed = "14")
    void theReserveIsTheSumOfTheLargest(
            @ForAll @IntRange(max = 1_000_000) int seed, @ForAll @IntRange(min = 1, max = 3) int failures) {
        Random random = new Random(seed);
        NodeBackups cover = NodeBackups.none(failures);
        List<Added> there = new ArrayList<>();
        for (int step = 0; step < 1_200; step++) {
            if (there.isEmpty() || random.nextInt(600) > step / 2) {
                Added added = new Added("n" + random.nextInt(HOMES), demand(random));
                there.add(added);
                cover = cover.with(added.home(), added.demand());
            } else {
                // Mostly of what is largest.
                there.sort(
                        Comparator.comparingLong(one -> one.demand().resources().memory()));
                Added gone = there.remove(Math.max(random.nextInt(there.size()), random.nextInt(there.size())));
                cover = cover.without(gone.home(), gone.demand());
            }
            check(cover, failures);
        }
    }

    private static void check(NodeBackups cover, int failures) {
        check(cover, failures, ResourceDemand::pods);
        check(cover, failures, demand -> demand.resources().milliCpu());
        check(cover, failures, demand -> demand.resources().memory());
        check(cover, failures, demand -> demand.resources().scalar("example.com/gpu"));
    }

    private static void check(NodeBackups cover, int failures, ToLongFunction<ResourceDemand> amount) {
        List<Long> largest = cover.byHome().values().stream()
                .map(amount::applyAsLong)
                .sorted(Comparator.reverseOrder())
                .limit(failures)
                .toList();
        assertThat(amount.applyAsLong(cover.reserve()))
                .isEqualTo(largest.stream().mapToLong(Long::longValue).sum());
        assertThat(amount.applyAsLong(cover.smallest()))
                .isEqualTo(largest.size() < failures ? 0 : largest.get(failures - 1));
    }

    private static ResourceDemand demand(Random random) {
        Map<String, Long> scalars =
                random.nextInt(4) == 0 ? Map.of("example.com/gpu", 1L + random.nextInt(2)) : Map.of();
        Resources resources = new Resources(random.nextInt(3) * 500L, (1 + random.nextInt(4)) << 20, 0, scalars);
        return new ResourceDemand(resources, 1);
    }
}
