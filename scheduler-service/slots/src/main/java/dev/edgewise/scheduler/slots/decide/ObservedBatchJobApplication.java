package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.model.ObjectKey;

/**
 * An application of a batch job as it was observed: a Job, SparkApplication or FlinkDeployment. Its name is the job's,
 * so that two runs of one job cannot exist together.
 *
 * @param kind {@code job}, {@code spark} or {@code flink}
 * @param uid precondition of its deletion
 * @param ownerUid uid of the BatchJob that its controller reference names; empty if it is none of ours
 * @param epoch of the run that it was made for; 0 if it names none
 * @param phase as its own status says
 * @param message reason for its phase, for people; empty if none
 * @param terminating whether it was deleted, and is there only as a finalizer keeps it
 * @param endsWithPods whether it has succeeded as soon as a pod in each slot of its run has, whatever its status says
 *     yet
 */
public record ObservedBatchJobApplication(
        String kind,
        ObjectKey key,
        String uid,
        String ownerUid,
        long epoch,
        Phase phase,
        String message,
        boolean terminating,
        boolean endsWithPods) {
    /** An application whose status alone says how it ends. */
    public ObservedBatchJobApplication(
            String kind,
            ObjectKey key,
            String uid,
            String ownerUid,
            long epoch,
            Phase phase,
            String message,
            boolean terminating) {
        this(kind, key, uid, ownerUid, epoch, phase, message, terminating, false);
    }

    /** The phase of an application, whatever its kind. */
    public enum Phase {
        /** The application is being started. */
        PENDING,
        /** The whole application runs. */
        RUNNING,
        /** Terminal: the application completed. */
        SUCCEEDED,
        /** Terminal: the application failed, or can never start. */
        FAILED
    }
}
