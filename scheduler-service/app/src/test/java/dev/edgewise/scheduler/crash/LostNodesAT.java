package dev.edgewise.scheduler.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.crash.BindingHistory.Binding;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes are deleted while pods are being bound to them, and come back empty. */
class LostNodesAT {
    private static final int BURST = 1_000;
    /** The pods that fit on the 16 of 20 nodes that are left. */
    private static final int FITS = 800;
    /** A watch tells of a deletion within this time, also on a busy machine. */
    private static final Duration WATCH_LAG = Duration.ofSeconds(30);

    private CrashSite site;
    private Replica service;

    @BeforeEach
    void start() {
        site = CrashSite.open();
        // 4 sites x 5 nodes x 5 cores, ten pods a core: 1,000 pods fit, and not one more
        site.nodes(5);
        service = site.start().awaitReady();
        await().atMost(CrashSite.PATIENCE).until(service::leads);
    }

    @AfterEach
    void stop() {
        if (service != null) {
            service.close();
        }
        if (site != null) {
            site.close();
        }
    }

    @Test
    void podsOfLostNodesAreBoundElsewhereAndNothingOfThemStaysCounted() {
        Map<String, Long> lost = new HashMap<>();
        try (BindingHistory history = site.history()) {
            site.burst(BURST);
            for (int at = 0; at < EdgeSites.SITES; at++) {
                int bound = 100 * (at + 1);
                await().atMost(CrashSite.PATIENCE)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> history.size() >= bound);
                String node = site.site().name(EdgeSites.node(at, 4));
                site.api().remove("/api/v1/nodes/" + node);
                lost.put(node, System.nanoTime());
            }
            site.awaitBurst();
            AtomicInteger replaced = new AtomicInteger();
            await().atMost(CrashSite.PATIENCE).until(() -> replaceOrphans(lost, replaced) == 0 && bound() == FITS);
            assertThat(replaced).hasPositiveValue();
            assertThat(history.bindings().values()).noneMatch(binding -> isLate(binding, lost));

            for (int at = 0; at < EdgeSites.SITES; at++) {
                site.sites().create(EdgeSites.node(at, 4), 5);
            }
            await().atMost(CrashSite.PATIENCE).until(() -> bound() == BURST);
            site.truth()
                    .everyPodIsBound(BURST)
                    .eachOnce(history)
                    .noNodeIsOvercommitted()
                    .everyNeedIsMet()
                    .noEventStorm(1, 4);
        }
        assertThat(service.log()).doesNotContain(" ERROR ");
    }

    /**
     * Acts as the cluster's garbage collection and the pods' owner: pods of a lost node are deleted, and others take
     * their place. Returns how many there were.
     */
    private int replaceOrphans(Map<String, Long> lost, AtomicInteger replaced) {
        List<Pod> orphans = site.site().pods().stream()
                .filter(pod -> lost.containsKey(pod.getSpec().getNodeName()))
                .toList();
        for (Pod orphan : orphans) {
            site.remove(orphan.getMetadata().getName());
            site.create(
                    "again-" + replaced.getAndIncrement(),
                    site.sites().siteOf(orphan.getSpec().getNodeName()));
        }
        return orphans.size();
    }

    private long bound() {
        return site.site().pods().stream()
                .filter(pod -> pod.getSpec().getNodeName() != null)
                .count();
    }

    private static boolean isLate(Binding binding, Map<String, Long> lost) {
        Long since = lost.get(binding.node());
        return since != null && binding.nanos() - since > WATCH_LAG.toNanos();
    }
}
