package dev.edgewise.global.remote;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Makes threads that wait for member clusters. */
final class MemberThreads {
    private static final int IDLE_SECONDS = 10;

    private MemberThreads() {}

    /** Returns at most so many threads, which end when there is nothing to do; further tasks wait. */
    static ThreadPoolExecutor bounded(String name, int most) {
        return bounded(name, most, new LinkedBlockingQueue<>());
    }

    /** @param waiting keeps further tasks in the order in which they begin */
    static ThreadPoolExecutor bounded(String name, int most, BlockingQueue<Runnable> waiting) {
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(most, most, IDLE_SECONDS, TimeUnit.SECONDS, waiting, task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }
}
