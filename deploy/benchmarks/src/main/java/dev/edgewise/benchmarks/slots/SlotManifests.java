package dev.edgewise.benchmarks.slots;

import java.util.Locale;
import java.util.stream.Collectors;

/** Jobs and Schedulings as JSON. */
final class SlotManifests {
    private static final String JOB =
            "{\"apiVersion\":\"edgewise.dev/v1alpha1\",\"kind\":\"BatchJob\",\"metadata\":{\"name\":\"%s\"},"
                    + "\"spec\":{\"failurePolicy\":{\"then\":\"%s\"},\"job\":{\"template\":{\"spec\":{\"automountServiceAccountToken\":false,"
                    + "\"containers\":[{\"name\":\"main\",\"image\":\"registry.example/batch:1\"}]}}}}}";
    private static final String SCHEDULING =
            "{\"apiVersion\":\"edgewise.dev/v1alpha1\",\"kind\":\"Scheduling\",\"metadata\":{\"name\":\"%s\"},"
                    + "\"spec\":{\"testbed\":{\"name\":\"%s\"},\"queueBased\":[%s]}}";

    private SlotManifests() {}

    static String job(String name, boolean skipped) {
        return String.format(Locale.ROOT, JOB, name, skipped ? "Skip" : "Fail");
    }

    /** A queue in which each job is as often as it gets slots. */
    static String scheduling(BatchPlan.Planned planned, int slotsPerJob) {
        String queue = planned.jobs().stream()
                .map(job -> ("{\"name\":\"" + job + "\"},").repeat(slotsPerJob))
                .collect(Collectors.joining());
        return String.format(
                Locale.ROOT, SCHEDULING, planned.name(), planned.testbed(), queue.substring(0, queue.length() - 1));
    }
}
