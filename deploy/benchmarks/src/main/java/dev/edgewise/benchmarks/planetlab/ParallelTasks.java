package dev.edgewise.benchmarks.planetlab;

import java.util.Collection;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Does the same with many items, eight at a time. */
final class ParallelTasks {
    private static final int THREADS = 8;

    private ParallelTasks() {}

    /** Returns when all are done. The first failure is thrown after the others were tried. */
    static <T> void each(Collection<T> things, Consumer<T> action) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            Collection<Callable<Object>> calls = things.stream()
                    .map(thing -> Executors.callable(() -> action.accept(thing)))
                    .toList();
            for (Future<Object> done : pool.invokeAll(calls)) {
                done.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("the API server refused: " + e.getMessage(), e);
        } finally {
            pool.shutdownNow();
        }
    }
}
