package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.preemption.Victims;
import dev.edgewise.scheduler.queue.PodTakenFromQueue;
import dev.edgewise.scheduler.state.protection.BackupEntry;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A preemption that was begun.
 *
 * @param target where the only victim moves; null if victims are not looked after
 * @param planned what another node will do for the preemptor, if it requires a backup; null otherwise
 * @param at a reading of the ticker
 * @param inTheWay whether a pod was rejected meanwhile that the nomination keeps from the capacity
 */
record OngoingPreemption(
        PodTakenFromQueue preemptor,
        Victims victims,
        @Nullable String target,
        @Nullable BackupEntry planned,
        long at,
        AtomicBoolean inTheWay) {
    /** Returns whether capacity that is nominated to one pod is none for the other. */
    static boolean isKeptOut(Pod waiting, Pod nominated) {
        return waiting.spec().priority() <= nominated.spec().priority();
    }

    /** Takes note of a pod that no node takes. */
    void noteRejected(Pod pod) {
        if (isKeptOut(pod, preemptor.pod()) && !pod.isSameAs(preemptor.pod())) {
            inTheWay.set(true);
        }
    }
}
