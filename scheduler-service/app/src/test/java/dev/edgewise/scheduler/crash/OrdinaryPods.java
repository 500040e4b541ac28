package dev.edgewise.scheduler.crash;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Creates pods one after the other, each beside a pod of the {@link ReferenceScheduler}, and tells how long they wait
 * for their bindings.
 */
final class OrdinaryPods implements AutoCloseable {
    private static final Duration PACE = Duration.ofMillis(500);

    private final CrashSite site;
    private final BindingHistory history;
    private final ReferenceScheduler reference;
    private final Map<String, Long> createdAt = new ConcurrentHashMap<>();
    private int count;

    OrdinaryPods(CrashSite site) {
        this.site = site;
        this.history = site.history();
        this.reference = new ReferenceScheduler(
                site.api(), site.site().namespace(), site.site().name(EdgeSites.node(1, 0)));
    }

    List<PodWait> place(int pods) {
        return IntStream.range(0, pods).mapToObj(i -> place()).toList();
    }

    PodWait place() {
        String pod = create();
        String beside = createReference();
        return finish(pod, beside);
    }

    /** Suspends the scheduler, until the time has passed by which a pod may be later than that of the reference. */
    PodWait placeBeside(Replica suspended) {
        suspended.suspend();
        String pod = create();
        String beside = createReference();
        awaitBound(beside);
        LockSupport.parkNanos(PodWait.LATER_AT_MOST.plusMillis(100).toNanos());
        suspended.resume();
        return finish(pod, beside);
    }

    /** Creates a pod of the service; returns its name. */
    String create() {
        String pod = "ordinary-" + count;
        site.create(pod, count++ % EdgeSites.SITES);
        return created(pod);
    }

    /** Creates a pod of the reference; returns its name. */
    String createReference() {
        String pod = "reference-" + count++;
        site.site().create(site.site().pod(pod, ReferenceScheduler.NAME, "100m"));
        return created(pod);
    }

    void awaitBound(String pod) {
        await().atMost(CrashSite.PATIENCE).pollInterval(Duration.ofMillis(10)).until(() -> boundAt(pod) > 0);
    }

    Duration waited(String pod) {
        return Duration.ofNanos(boundAt(pod) - createdAt.get(pod));
    }

    /** Returns when the binding was heard of; 0 if it was not yet. */
    long boundAt(String pod) {
        return history.bindings().values().stream()
                .filter(binding -> binding.pod().equals(pod))
                .mapToLong(BindingHistory.Binding::nanos)
                .findFirst()
                .orElse(0);
    }

    @Override
    public void close() {
        reference.close();
        history.close();
    }

    private String created(String pod) {
        // The scheduler cannot help how long its creation took.
        createdAt.put(pod, System.nanoTime());
        return pod;
    }

    private PodWait finish(String pod, String beside) {
        awaitBound(pod);
        awaitBound(beside);
        PodWait wait = new PodWait(pod, waited(pod), waited(beside));
        // Or the nodes would be full after two thousand of them.
        site.remove(pod);
        site.remove(beside);
        LockSupport.parkNanos(PACE.minus(wait.waited()).toNanos());
        return wait;
    }
}
