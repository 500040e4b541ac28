package dev.edgewise.scheduler.crash;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.Names;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Nodes fail on a real API server with its own controllers; their protected pods restart on the nodes that keep room
 * for them. {@code -Dedgewise.failover.not-ready-grace=30s}, as a service has it that is not told otherwise, for the
 * full time.
 */
class FailoverAT {
    private CrashSite site;
    private Kubelets kubelets;
    private Replica service;
    private ProtectedApps apps;

    @BeforeEach
    void start() {
        site = CrashSite.open();
        site.api().defineReservations();
        // 6 sites x 5 nodes x 2 cores: ten pods a node are half of it, in two of the sites
        site.nodes(6, 2);
        kubelets = new Kubelets(site);
        service = site.start(
                        "--edgewise.scheduler.recovery.profiles=edgewise",
                        "--edgewise.scheduler.recovery.grace=1s",
                        Kubelets.NOT_READY_GRACE)
                .awaitReady();
        await().atMost(CrashSite.PATIENCE).until(service::leads);
        kubelets.awaitNoTaints();
        apps = new ProtectedApps(site);
        apps.create();
    }

    @AfterEach
    void stop() {
        if (kubelets != null) {
            kubelets.close();
        }
        if (apps != null) {
            apps.close();
        }
        if (service != null) {
            service.close();
        }
        if (site != null) {
            site.close();
        }
    }

    @Test
    void podsOfOneAndThenOfTwoFailedNodesRunWithinTheirNeedsAgain() {
        await().atMost(CrashSite.PATIENCE).untilAsserted(() -> assertThat(apps.bound())
                .allSatisfy(pod -> assertThat(ProtectedApps.backup(pod)).isNotNull()));
        String failing = homeOfSite(0);
        Map<String, List<String>> expected = backupsByOwner(failing);

        Duration took = restarted(Set.of(failing));

        assertThat(apps.bound().stream().filter(FailoverAT::tookReservation).collect(homesByOwner()))
                .containsExactlyInAnyOrderEntriesOf(expected);
        System.out.printf("one node: %d ms%n", took.toMillis());
        // What lost its backup, and what was restarted, has another one by now; the annotations follow.
        await().atMost(CrashSite.PATIENCE)
                .untilAsserted(() -> assertThat(apps.bound()).allSatisfy(pod -> assertThat(ProtectedApps.backup(pod))
                        .isNotNull()
                        .isNotEqualTo(failing)
                        .isNotEqualTo(pod.getSpec().getNodeName())));

        Duration both = restarted(Set.of(homeOfSite(1), homeOfSite(2)));

        System.out.printf("two nodes: %d ms%n", both.toMillis());
        assertThat(service.log()).doesNotContain(" ERROR ");
    }

    /** A node with pods; some have none, as they keep room for others. */
    private String homeOfSite(int at) {
        return apps.bound().stream()
                .filter(pod -> ProtectedApps.siteOf(pod) == at)
                .map(pod -> pod.getSpec().getNodeName())
                .findFirst()
                .orElseThrow();
    }

    /** Waits until all pods are bound to other nodes, near to what they refer to. */
    private Duration restarted(Set<String> names) {
        long begun = System.nanoTime();
        names.forEach(kubelets::fail);
        await().atMost(CrashSite.PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> apps.bound().stream()
                                .filter(pod -> !names.contains(pod.getSpec().getNodeName()))
                                .count()
                        == ProtectedApps.PODS);
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        assertThat(apps.bound()).allMatch(pod -> apps.isNear(pod, pod.getSpec().getNodeName()));
        return took;
    }

    private Map<String, List<String>> backupsByOwner(String node) {
        return apps.bound().stream()
                .filter(pod -> pod.getSpec().getNodeName().equals(node))
                .collect(groupingBy(FailoverAT::owner, mapping(ProtectedApps::backup, sorted())));
    }

    private static Collector<Pod, ?, Map<String, List<String>>> homesByOwner() {
        return groupingBy(FailoverAT::owner, mapping(pod -> pod.getSpec().getNodeName(), sorted()));
    }

    private static Collector<String, ?, List<String>> sorted() {
        return collectingAndThen(toList(), names -> names.stream().sorted().toList());
    }

    private static boolean tookReservation(Pod pod) {
        return pod.getMetadata().getAnnotations().containsKey(Names.RESERVATION_ANNOTATION);
    }

    private static String owner(Pod pod) {
        return pod.getMetadata().getOwnerReferences().get(0).getName();
    }
}
