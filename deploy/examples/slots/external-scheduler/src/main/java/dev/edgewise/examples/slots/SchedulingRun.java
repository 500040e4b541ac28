package dev.edgewise.examples.slots;

import dev.edgewise.examples.slots.client.ChangeEvents;
import dev.edgewise.examples.slots.client.Job;
import dev.edgewise.examples.slots.client.Scheduling;
import dev.edgewise.examples.slots.client.SlotApiClient;
import dev.edgewise.examples.slots.client.SlotApiException;
import dev.edgewise.examples.slots.client.Testbed;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Posts Schedulings, waits for them no longer than it may, and deletes each one, however it ended. */
final class SchedulingRun {
    private static final Duration DELETION = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 5;

    private final SlotApiClient slots;
    private final ChangeEvents events;
    private final Duration longest;
    private final Duration poll;
    private final Consumer<String> log;

    /**
     * @param longest how long a Scheduling may take
     * @param poll longest time between two reads of what is waited for: a subscription is not acknowledged
     */
    SchedulingRun(SlotApiClient slots, ChangeEvents events, Duration longest, Duration poll, Consumer<String> log) {
        this.slots = slots;
        this.events = events;
        this.longest = longest;
        this.poll = poll;
        this.log = log;
    }

    /** Waits until all slots of a testbed are free; none if they are not in time. */
    Optional<Testbed> freeTestbed(String name) throws InterruptedException {
        return await("testbeds", name, longest, () -> Optional.of(slots.testbed(name))
                .filter(Testbed::isFree));
    }

    /**
     * Runs a Scheduling. Returns the jobs as they are after it: their runs under it have ended, if anything is right.
     */
    Map<String, Job> run(Scheduling scheduling, Collection<String> jobs) throws SlotApiException, InterruptedException {
        Map<String, Job> after;
        try {
            slots.post(scheduling);
            end(scheduling.name());
            after = slots.jobs();
        } finally {
            delete(scheduling.name());
        }
        // Deletion ends the runs that were cut off.
        return haveEnded(after, scheduling.name(), jobs) ? after : slots.jobs();
    }

    /** Deletes a Scheduling and waits until it is gone. It does so even if this thread is interrupted. */
    void delete(String scheduling) {
        boolean interrupted = Thread.interrupted();
        try {
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                try {
                    slots.delete(scheduling);
                    if (isGone(scheduling)) {
                        return;
                    }
                } catch (SlotApiException e) {
                    log.accept("Scheduling " + scheduling + " is not deleted, attempt " + attempt + " of " + ATTEMPTS
                            + ": " + e.getMessage());
                    Thread.sleep(poll.toMillis());
                }
            }
            log.accept("Scheduling " + scheduling + " is left: delete it by hand");
        } catch (InterruptedException e) {
            interrupted = true;
            log.accept("Scheduling " + scheduling + " may be left: deletion was interrupted");
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean isGone(String scheduling) throws InterruptedException {
        return await(
                        "schedulings",
                        scheduling,
                        DELETION,
                        () -> slots.scheduling(scheduling).isEmpty() ? Optional.of(true) : Optional.empty())
                .isPresent();
    }

    private void end(String name) throws InterruptedException {
        Predicate<Scheduling> ended = scheduling -> scheduling.isCompleted() || scheduling.isFailed();
        Optional<String> how = await("schedulings", name, longest, () -> {
            Optional<Scheduling> scheduling = slots.scheduling(name);
            return scheduling.isEmpty()
                    ? Optional.of("gone, another client has deleted it")
                    : scheduling.filter(ended).map(Scheduling::state);
        });
        log.accept("Scheduling " + name + ": " + how.orElse("not ended within " + longest.toSeconds() + " s, cut off"));
    }

    private static boolean haveEnded(Map<String, Job> after, String scheduling, Collection<String> jobs) {
        return jobs.stream().allMatch(name -> {
            Job job = after.get(name);
            return job != null
                    && job.runOf(scheduling).filter(run -> run.stop() != null).isPresent();
        });
    }

    /**
     * Reads again and again until there is a value: whenever the object changes, and in between. A read that fails is
     * repeated as well, as the service may be starting again.
     */
    private <T> Optional<T> await(String kind, String name, Duration most, Read<T> read) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        String said = "";
        try (ChangeEvents.Watch watch = events.watch(kind, name)) {
            while (true) {
                try {
                    Optional<T> value = read.once();
                    if (value.isPresent()) {
                        return value;
                    }
                } catch (SlotApiException e) {
                    if (!said.equals(e.getMessage())) {
                        said = String.valueOf(e.getMessage());
                        log.accept("Waiting for " + kind + " " + name + ": " + said);
                    }
                }
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return Optional.empty();
                }
                watch.await(Duration.ofNanos(Math.min(left, poll.toNanos())));
            }
        }
    }

    /** A read of what is waited for; none until it is so. */
    private interface Read<T> {
        Optional<T> once() throws SlotApiException;
    }
}
