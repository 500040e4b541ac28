package dev.edgewise.scheduler.config;

import org.springframework.context.SmartLifecycle;

/**
 * One step of start and stop. Steps start in the order of the constants here, and stop in the opposite order, after the
 * web server has answered its last request.
 */
final class Step implements SmartLifecycle {
    /** Outlives all that decides: the last decisions are shared too. */
    static final int DECISIONS = 100;
    /** Events and conditions. */
    static final int ANNOUNCE = 110;
    /** Preemptions are announced too. */
    static final int EVICT = 120;
    /** Signals may come before the nodes they are about. */
    static final int SIGNALS = 200;
    /** The watches on the cluster. */
    static final int WATCH = 300;
    /** Leadership, and with it the loop: begins once the watches are in sync. */
    static final int SCHEDULE = 400;

    private final int phase;
    private final Runnable start;
    private final Runnable stop;
    private volatile boolean running;

    Step(int phase, Runnable start, Runnable stop) {
        this.phase = phase;
        this.start = start;
        this.stop = stop;
    }

    @Override
    public void start() {
        start.run();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        stop.run();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return phase;
    }
}
