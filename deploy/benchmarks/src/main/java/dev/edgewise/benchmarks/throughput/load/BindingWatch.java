package dev.edgewise.benchmarks.throughput.load;

import dev.edgewise.benchmarks.throughput.api.ChangedObject;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.api.Watch;
import dev.edgewise.benchmarks.throughput.api.WatchEndedException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sees pods become bound, and when: the time of receipt. It asks for names only, in an encoding that no scheduler
 * shares, so that it costs little and the same beside each of them.
 */
public final class BindingWatch implements AutoCloseable {
    /** A pod enters the watch when it is bound. */
    private static final String QUERY = "?watch=1&fieldSelector=spec.nodeName!%3D&timeoutSeconds=3600&resourceVersion=";

    private final ClusterApi api;
    private final Set<String> seen = new HashSet<>();
    private final CountDownLatch expected;
    private final Thread reader = new Thread(this::read, "binding-watch");
    private volatile Watch watch;
    private volatile boolean closed;
    private volatile @Nullable IOException failure;
    private volatile long first;
    private volatile long last;
    private String revision;

    /** @param revision what is bound later than that counts */
    public BindingWatch(ClusterApi api, String revision, int expected) throws IOException {
        this.api = api;
        this.watch = from(revision);
        this.revision = revision;
        this.expected = new CountDownLatch(expected);
        reader.setDaemon(true);
        reader.start();
    }

    private Watch from(String place) throws IOException {
        return new Watch(api, BenchmarkLoad.PODS + QUERY + place, Watch.NAMES_ONLY);
    }

    private void read() {
        try {
            while (expected.getCount() > 0) {
                readNext();
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private void readNext() throws IOException {
        try {
            String line = watch.next();
            long now = System.nanoTime();
            note(ChangedObject.of(line), now);
        } catch (WatchEndedException slow) {
            if (closed) {
                throw slow;
            }
            // With 5,000 nodes, two processors at times leave us too little to keep up.
            watch.close();
            watch = from(revision);
        }
    }

    private void note(ChangedObject change, long now) {
        revision = change.revision();
        if (change.type().equals("ADDED") && seen.add(change.name())) {
            if (seen.size() == 1) {
                first = now;
            }
            last = now;
            expected.countDown();
        }
    }

    /** Waits for all bindings, but no longer than this; whether all were seen. */
    public boolean await(Duration limit) throws IOException, InterruptedException {
        boolean all = expected.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        IOException problem = failure;
        if (problem != null) {
            throw problem;
        }
        return all;
    }

    public long missing() {
        return expected.getCount();
    }

    /** {@link System#nanoTime} when the first binding was seen. */
    public long first() {
        return first;
    }

    /** {@link System#nanoTime} when the last binding was seen. */
    public long last() {
        return last;
    }

    @Override
    public void close() {
        closed = true;
        watch.close();
    }
}
