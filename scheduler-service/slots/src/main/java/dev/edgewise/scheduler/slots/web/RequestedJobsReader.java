package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the jobs of a Scheduling from a request: a queue, or slots for each job. The limits are those of the kind. */
public final class RequestedJobsReader {
    private static final int LONGEST_QUEUE = 1000;
    private static final int MOST_JOBS_WITH_SLOTS = 100;
    private static final int MOST_SLOTS_OF_A_JOB = 500;
    private static final int LONGEST_JOB_NAME = 63;
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final String NAMES = "the name of a Kubernetes object: lower case letters, digits, '-' and '.'";

    private RequestedJobsReader() {}

    /**
     * Jobs with slots of their own.
     *
     * @param mode {@code strict} or {@code relaxed}, in any case
     */
    public record Slots(@Nullable String mode, @Nullable List<@Nullable JobSlots> jobs) {}

    /**
     * A job and its slots.
     *
     * @param name of the job
     * @param slots positions
     */
    public record JobSlots(@Nullable String name, @Nullable List<@Nullable Integer> slots) {}

    /** @throws InvalidInputException if no object can have that name or namespace */
    public static ObjectKey key(String field, @Nullable String namespace, @Nullable String name) {
        if (namespace == null || !NAMESPACE.matcher(namespace).matches()) {
            throw new InvalidInputException(
                    "namespace",
                    shown(namespace),
                    "the name of a namespace: at most 63 lower case letters, digits and '-'");
        }
        if (name == null || !NAME.matcher(name).matches()) {
            throw new InvalidInputException(field, shown(name), NAMES);
        }
        return new ObjectKey(namespace, name);
    }

    private static ObjectKey job(String field, String namespace, @Nullable String name) {
        if (name != null && name.length() > LONGEST_JOB_NAME) {
            throw new InvalidInputException(
                    field, name, "the name of a batch job: at most " + LONGEST_JOB_NAME + " characters");
        }
        return key(field, namespace, name);
    }

    /** @throws InvalidInputException naming field, value and what is allowed */
    public static RequestedJobs jobs(String namespace, @Nullable List<@Nullable String> queue, @Nullable Slots slots) {
        if (queue != null && slots != null) {
            throw new InvalidInputException(
                    "slots", "set beside queue", "left out, or queue is: a Scheduling has one of both");
        }
        if (queue != null) {
            return queue(namespace, queue);
        }
        if (slots == null) {
            throw new InvalidInputException("queue", "nothing", "a list of jobs, unless slots is set");
        }
        return slots(namespace, slots);
    }

    private static RequestedJobs.Queue queue(String namespace, List<@Nullable String> queue) {
        requireLength("queue", queue.size(), LONGEST_QUEUE);
        List<ObjectKey> entries = new ArrayList<>();
        for (String name : queue) {
            entries.add(job("queue[" + entries.size() + "]", namespace, name));
        }
        return new RequestedJobs.Queue(entries);
    }

    private static RequestedJobs.Slots slots(String namespace, Slots slots) {
        List<@Nullable JobSlots> given = slots.jobs() == null ? List.of() : slots.jobs();
        requireLength("slots.jobs", given.size(), MOST_JOBS_WITH_SLOTS);
        List<RequestedJobs.JobSlots> jobs = new ArrayList<>();
        Set<ObjectKey> names = new HashSet<>();
        for (JobSlots job : given) {
            String field = "slots.jobs[" + jobs.size() + "]";
            RequestedJobs.JobSlots read = jobSlots(field, namespace, job);
            if (!names.add(read.job())) {
                throw new InvalidInputException(field + ".name", read.job().name(), "another job: it is there twice");
            }
            jobs.add(read);
        }
        return new RequestedJobs.Slots(mode(slots.mode()), jobs);
    }

    private static RequestedJobs.JobSlots jobSlots(String field, String namespace, @Nullable JobSlots job) {
        if (job == null) {
            throw new InvalidInputException(field, "null", "an object with name and slots");
        }
        List<@Nullable Integer> given = job.slots() == null ? List.of() : job.slots();
        requireLength(field + ".slots", given.size(), MOST_SLOTS_OF_A_JOB);
        Set<Integer> positions = new LinkedHashSet<>();
        for (Integer position : given) {
            String place = field + ".slots[" + positions.size() + "]";
            if (position == null || position < 0 || position > RequestedJobs.HIGHEST_POSITION) {
                throw new InvalidInputException(
                        place, shown(position), "the position of a slot, from 0 to " + RequestedJobs.HIGHEST_POSITION);
            }
            if (!positions.add(position)) {
                throw new InvalidInputException(place, position, "another slot: it is there twice");
            }
        }
        return new RequestedJobs.JobSlots(job(field + ".name", namespace, job.name()), List.copyOf(positions));
    }

    private static RequestedJobs.Mode mode(@Nullable String mode) {
        for (RequestedJobs.Mode each : RequestedJobs.Mode.values()) {
            if (each.name().equalsIgnoreCase(mode)) {
                return each;
            }
        }
        throw new InvalidInputException("slots.mode", shown(mode), "strict or relaxed");
    }

    private static void requireLength(String field, int length, int most) {
        if (length < 1 || length > most) {
            throw new InvalidInputException(field, length + " entries", "a list of 1 to " + most + " entries");
        }
    }

    private static String shown(@Nullable Object value) {
        return value == null ? "nothing" : value.toString();
    }
}
