package dev.edgewise.examples.slots.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A job as {@code GET /external/jobs} shows it.
 *
 * @param externalScheduler data that schedulers keep with it
 * @param scheduledEvents its runs
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Job(
        String name,
        @Nullable String state,
        @Nullable Map<String, List<Map<String, String>>> externalScheduler,
        @Nullable List<Run> scheduledEvents) {
    /**
     * A run of a job.
     *
     * @param stop its end; none while it runs
     * @param scheduling under which it ran
     */
    public record Run(
            @Nullable Instant start,
            @Nullable Instant stop,
            @Nullable Boolean successful,
            @Nullable Reference scheduling) {}

    /** Name of an object. */
    public record Reference(@Nullable String name) {}

    /** Returns what is sent to replace the data that schedulers keep with this job. */
    public Job withOnly(Map<String, List<Map<String, String>>> data) {
        return new Job(name, null, data, null);
    }

    /** Returns whether the job waits for a Scheduling. */
    public boolean isReady() {
        return "ReadyState".equals(state);
    }

    /** Returns the last run under this Scheduling. */
    public Optional<Run> runOf(String scheduling) {
        return runs().filter(run -> run.scheduling() != null
                        && scheduling.equals(run.scheduling().name()))
                .reduce((first, second) -> second);
    }

    /** End of the last run that has ended; long ago without one. */
    public Instant lastStop() {
        return runs().flatMap(run -> Stream.ofNullable(run.stop()))
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
    }

    private Stream<Run> runs() {
        return scheduledEvents == null ? Stream.empty() : scheduledEvents.stream();
    }
}
