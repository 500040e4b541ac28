package dev.edgewise.scheduler.kubernetes.watch;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until a watch has told all that the API server knew when this began: what another replica did last may still be on
 * its way. The list is consistent, not from a cache that may be late itself.
 */
final class CatchUp implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(CatchUp.class);
    private static final long AGAIN_MILLIS = 100;

    private final KindWatch<?> watch;
    private final ScheduledExecutorService executor;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private @Nullable Set<ObjectName> missing;

    CatchUp(KindWatch<?> watch, ScheduledExecutorService executor) {
        this.watch = watch;
        this.executor = executor;
    }

    CompletableFuture<Void> begin() {
        executor.execute(this);
        return done;
    }

    @Override
    public void run() {
        try {
            look();
        } catch (IOException | RefusedException unavailable) {
            LOG.debug("cannot see what is missing kind={}: {}", watch.name(), unavailable.getMessage());
        } catch (RuntimeException mistake) {
            LOG.error("cannot see what is missing kind={}, trying again", watch.name(), mistake);
        }
        if (missing != null && missing.isEmpty()) {
            done.complete(null);
        } else {
            executor.schedule(this, AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** What comes later than the first look is no part of it. */
    private void look() throws IOException, RefusedException {
        Set<ObjectName> now =
                watch.lagging().stream().map(DriftCheck.Suspect::name).collect(Collectors.toCollection(HashSet::new));
        if (missing != null) {
            now.retainAll(missing);
        }
        missing = now;
    }
}
