package dev.edgewise.sandbox.cluster.kubelet;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Does the same with many things on a few threads. */
final class ParallelTasks {
    private ParallelTasks() {}

    /** Returns when all are done; throws the first failure, after the rest was tried. */
    static <T> void forEach(Collection<T> things, int threads, Consumer<T> action) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Object>> calls = things.stream()
                    .map(thing -> Executors.callable(() -> action.accept(thing)))
                    .toList();
            for (Future<Object> done : pool.invokeAll(calls)) {
                done.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            pool.shutdownNow();
        }
    }
}
