package dev.edgewise.common.boot;

import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * One step of start and stop. Steps start in the order of the constants here, and stop in the opposite order; all but
 * streams after the web server has answered its last request.
 */
public final class LifecyclePhase implements SmartLifecycle {
    /** Checking the rights of the service; nothing starts before. */
    public static final int ACCESS = 50;
    /** Outlives all that decides: the last decisions are shared too. */
    public static final int DECISIONS = 100;
    /** Events and conditions. */
    public static final int ANNOUNCE = 110;
    /** Preemptions are announced too. */
    public static final int EVICT = 120;
    /** Signals may come before the nodes they are about. */
    public static final int SIGNALS = 200;
    /** The watches on the cluster. */
    public static final int WATCH = 300;
    /** Leadership, and with it all that only the leader does: begins once the watches are in sync. */
    public static final int LEAD = 400;
    /** Writing what this service learned to the store; ends before another replica may lead. */
    public static final int PUBLISH = 410;
    /** Rounds of measuring: what the last one brought is published. */
    public static final int MEASURE = 420;
    /** A port beside the web server's, which opens and closes with that. */
    public static final int SERVE = WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE;
    /** Answers without an end, such as streams of events: they end before the web server waits for its last answers. */
    public static final int STREAM = WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE + 1;

    private final int phase;
    private final Runnable start;
    private final Runnable stop;
    private volatile boolean running;

    public LifecyclePhase(int phase, Runnable start, Runnable stop) {
        this.phase = phase;
        this.start = start;
        this.stop = stop;
    }

    /** Starts the loop, and stops it after one more step. */
    public static LifecyclePhase of(int phase, ProgressLoop loop) {
        return new LifecyclePhase(phase, loop::start, loop::stop);
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
