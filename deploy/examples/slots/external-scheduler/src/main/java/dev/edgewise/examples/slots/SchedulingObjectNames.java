package dev.edgewise.examples.slots;

import dev.edgewise.examples.slots.client.Scheduling;
import dev.edgewise.examples.slots.client.SlotApiClient;
import dev.edgewise.examples.slots.client.SlotApiException;
import java.util.function.Consumer;

/** Names of the Schedulings for one testbed: those of an earlier run of this program are recognised by them. */
final class SchedulingObjectNames {
    private final String prefix;
    private final String testbed;
    private boolean clean;
    private int last;

    SchedulingObjectNames(String testbed) {
        this.testbed = testbed;
        this.prefix = "external-scheduler-" + testbed + "-";
    }

    String next() {
        last++;
        return prefix + last;
    }

    /** Deletes what an earlier run of this program has left, once. */
    void deleteLeftovers(SlotApiClient slots, SchedulingRun runs, Consumer<String> log) throws SlotApiException {
        if (clean) {
            return;
        }
        for (Scheduling scheduling : slots.schedulings()) {
            if (scheduling.name().matches("\\Q" + prefix + "\\E[0-9]+") && testbed.equals(scheduling.testBed())) {
                log.accept("Scheduling " + scheduling.name() + " is of an earlier run: deleted");
                runs.delete(scheduling.name());
            }
        }
        clean = true;
    }
}
