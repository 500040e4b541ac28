package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the jobs of a Scheduling from a request: a queue, or slots for each job. */
public final class JobsRequest {
    /** Longest queue, and most jobs with slots of their own: as many as the kind allows. */
    static final int MOST = 1000;

    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final String NAMES = "the name of a Kubernetes object: lower case letters, digits, '-' and '.'";

    private JobsRequest() {}

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
        requireLength("queue", queue.size());
        List<ObjectKey> entries = new ArrayList<>();
        for (String name : queue) {
            entries.add(key("queue[" + entries.size() + "]", namespace, name));
        }
        return new RequestedJobs.Queue(entries);
    }

    private static RequestedJobs.Slots slots(String namespace, Slots slots) {
        List<@Nullable JobSlots> given = slots.jobs() == null ? List.of() : slots.jobs();
        requireLength("slots.jobs", given.size());
        List<RequestedJobs.JobSlots> jobs = new ArrayList<>();
        Set<ObjectKey> names = new HashSet<>();
        for (JobSlots job : given) {
            String field = "slots.jobs[" + jobs.size() + "]";
            RequestedJobs.JobSlots read = job(field, namespace, job);
            if (!names.add(read.job())) {
                throw new InvalidInputException(field + ".name", read.job().name(), "another job: it is there twice");
            }
            jobs.add(read);
        }
        return new RequestedJobs.Slots(mode(slots.mode()), jobs);
    }

    private static RequestedJobs.JobSlots job(String field, String namespace, @Nullable JobSlots job) {
        if (job == null) {
            throw new InvalidInputException(field, "null", "an object with name and slots");
        }
        List<@Nullable Integer> given = job.slots() == null ? List.of() : job.slots();
        requireLength(field + ".slots", given.size());
        List<Integer> positions = new ArrayList<>();
        for (Integer position : given) {
            String place = field + ".slots[" + positions.size() + "]";
            if (position == null || position < 0) {
                throw new InvalidInputException(place, shown(position), "the position of a slot, from 0");
            }
            if (positions.contains(position)) {
                throw new InvalidInputException(place, position, "another slot: it is there twice");
            }
            positions.add(position);
        }
        return new RequestedJobs.JobSlots(key(field + ".name", namespace, job.name()), positions);
    }

    private static RequestedJobs.Mode mode(@Nullable String mode) {
        for (RequestedJobs.Mode each : RequestedJobs.Mode.values()) {
            if (each.name().equalsIgnoreCase(mode)) {
                return each;
            }
        }
        throw new InvalidInputException("slots.mode", shown(mode), "strict or relaxed");
    }

    private static void requireLength(String field, int length) {
        if (length < 1 || length > MOST) {
            throw new InvalidInputException(field, length + " entries", "a list of 1 to " + MOST + " entries");
        }
    }

    private static String shown(@Nullable Object value) {
        return value == null ? "nothing" : value.toString();
    }
}
