package dev.edgewise.scheduler.slots;

import dev.edgewise.common.Require;
import dev.edgewise.scheduler.slots.decide.SlotTimeouts;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of batch slots: Testbeds, BatchJobs and Schedulings.
 *
 * @param enabled whether Testbeds, BatchJobs and Schedulings are watched and followed [boolean]
 * @param schedulerName scheduler of the pods in slots: a profile of this service, or a kube-scheduler that asks it
 *     [name of a scheduler]
 * @param priorityClass PriorityClass of pods in slots [PriorityClass]
 * @param ghostPriorityClass PriorityClass of the pods that hold free slots: above that of ordinary pods, and below that
 *     of pods in slots [PriorityClass]
 * @param ghostImage image of the pods that hold free slots: a program that sleeps, as any user [image]
 * @param startTimeout time after which a run has failed whose slots do not all have pods, and then whose application
 *     does not run [1s to 24h]
 * @param stopTimeout time after which the slots of a run that has ended are lost until its pods are gone [1s to 24h]
 * @param slotTimeout time that a job waits for slots which cannot become free by themselves, and then fails [1s to 24h]
 * @param unreachableAfter time after which the slots of an unreachable node are lost [1s to 24h]
 * @param missingTimeout time after which a claim is removed whose Scheduling is not there [1s to 1h]
 * @param keepJobs time for which a completed Scheduling that is not deleted keeps its jobs from others [0s to 168h]
 * @param largestBackoff longest pause between two runs of a job [1s to 1h]
 * @param history number of runs that the status of a job tells [1 to 1000]
 */
@ConfigurationProperties("edgewise.scheduler.slots")
public record SlotsProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("external-scheduler") String schedulerName,
        @DefaultValue("edgewise-slots") String priorityClass,
        @DefaultValue("edgewise-slot-ghosts") String ghostPriorityClass,
        @DefaultValue("registry.k8s.io/pause:3.10") String ghostImage,
        @DefaultValue("10m") Duration startTimeout,
        @DefaultValue("5m") Duration stopTimeout,
        @DefaultValue("10m") Duration slotTimeout,
        @DefaultValue("5m") Duration unreachableAfter,
        @DefaultValue("30s") Duration missingTimeout,
        @DefaultValue("1h") Duration keepJobs,
        @DefaultValue("10m") Duration largestBackoff,
        @DefaultValue("20") int history) {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofHours(24);
    private static final Duration WEEK = Duration.ofHours(168);

    public SlotsProperties {
        requireText("scheduler-name", schedulerName, "the name of a scheduler");
        requireText("priority-class", priorityClass, "the name of a PriorityClass");
        requireText("ghost-priority-class", ghostPriorityClass, "the name of a PriorityClass");
        requireText("ghost-image", ghostImage, "the name of an image that every node can pull");
        Require.within("edgewise.scheduler.slots.start-timeout", startTimeout, SECOND, DAY);
        Require.within("edgewise.scheduler.slots.stop-timeout", stopTimeout, SECOND, DAY);
        Require.within("edgewise.scheduler.slots.slot-timeout", slotTimeout, SECOND, DAY);
        Require.within("edgewise.scheduler.slots.unreachable-after", unreachableAfter, SECOND, DAY);
        Require.within("edgewise.scheduler.slots.missing-timeout", missingTimeout, SECOND, HOUR);
        Require.within("edgewise.scheduler.slots.keep-jobs", keepJobs, Duration.ZERO, WEEK);
        Require.within("edgewise.scheduler.slots.largest-backoff", largestBackoff, SECOND, HOUR);
        Require.within("edgewise.scheduler.slots.history", history, 1, 1000);
    }

    private static void requireText(String name, String text, String allowed) {
        Require.that(!text.isBlank(), "edgewise.scheduler.slots." + name, text, allowed);
    }

    /** Returns the bounds of waits by which decisions are made. */
    public SlotTimeouts rules() {
        return new SlotTimeouts(
                startTimeout,
                stopTimeout,
                slotTimeout,
                unreachableAfter,
                missingTimeout,
                keepJobs,
                largestBackoff,
                history);
    }
}
