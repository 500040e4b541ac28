package dev.edgewise.scheduler.cycle;

/** Tells the authors of pods what it finds, while this replica decides. */
public interface PodMistakeReporter {
    /** This replica decides from now on. */
    void begin();

    /** Ends the reports of this replica, as another one may decide from now on. */
    void end();
}
