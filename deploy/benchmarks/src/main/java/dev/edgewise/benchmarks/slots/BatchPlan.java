package dev.edgewise.benchmarks.slots;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Jobs and Schedulings of one round. Each Scheduling has as many jobs as the others, each of them in as many slots; its
 * jobs take the time that is asked for, up to a tenth more or less, so that testbeds change jobs at different times.
 *
 * @param round which names the objects
 * @param failing whether the second job of some Schedulings fails
 */
record BatchPlan(int round, int schedulings, int jobs, int slotsPerJob, int testbeds, double seconds, boolean failing) {
    private static final int FAILS = 3;
    private static final int SKIPS = 7;
    private static final int OF = 10;

    List<Planned> planned() {
        Random random = new Random(round);
        int each = jobs / schedulings;
        return IntStream.range(0, schedulings)
                .mapToObj(i -> new Planned(
                        String.format(Locale.ROOT, "r%d-s%02d", round, i),
                        "tb-" + i % testbeds,
                        IntStream.range(0, each)
                                .mapToObj(job -> String.format(Locale.ROOT, "r%d-s%02d-j%02d", round, i, job))
                                .toList(),
                        seconds * (0.9 + 0.2 * random.nextDouble()),
                        failing && i % OF == FAILS,
                        failing && i % OF == SKIPS))
                .toList();
    }

    /**
     * A Scheduling and how it ends.
     *
     * @param fails whether its second job fails, and with it the Scheduling
     * @param skips whether its second job fails and is skipped
     */
    record Planned(String name, String testbed, List<String> jobs, double seconds, boolean fails, boolean skips) {
        boolean fails(String job) {
            return (fails || skips) && job.equals(jobs.get(1));
        }

        String end() {
            return fails ? "Failed" : "Completed";
        }
    }
}
