package dev.edgewise.scheduler.slots.view;

import dev.edgewise.scheduler.slots.model.BatchJob;

/** The runs that the statuses of batch jobs tell. */
public interface JobHistoryCleaner {
    /**
     * Removes the runs from the status of a job that no Scheduling holds.
     *
     * @return false if the job has changed since it was read, or is gone
     * @throws dev.edgewise.common.web.BusyException if the API server does not answer
     */
    boolean clear(BatchJob job);
}
