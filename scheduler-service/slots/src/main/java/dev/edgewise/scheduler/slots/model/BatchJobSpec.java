package dev.edgewise.scheduler.slots.model;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The part of a BatchJob's spec that decisions need; the adapter of its kind of application reads the rest.
 *
 * @param application kind of its application: {@code job}, {@code spark}, {@code flink}
 * @param failurePolicy reaction to a run that failed
 * @param longestRun time after which a run counts as failed; null lets it run
 * @param externalScheduler data that only the outside scheduler understands, from name to rows
 */
public record BatchJobSpec(
        String application,
        FailurePolicy failurePolicy,
        @Nullable Duration longestRun,
        Map<String, List<Map<String, String>>> externalScheduler) {
    /** The field of data for schedulers, by which no run is decided. */
    public static final String EXTERNAL_SCHEDULER = "spec.externalScheduler";

    /** The most characters that this data may have as JSON. */
    public static final int LARGEST_EXTERNAL_DATA = 64 * 1024;

    public BatchJobSpec {
        Objects.requireNonNull(application, "application");
        externalScheduler = Map.copyOf(externalScheduler);
    }
}
