package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting;
import dev.edgewise.scheduler.kubernetes.limits.PodRetainedSizeEstimator;
import dev.edgewise.scheduler.kubernetes.limits.RetainedSizeEstimator;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.PodSelectorObjectKey;
import dev.edgewise.scheduler.model.PodSelectorObjectKey.Kind;
import dev.edgewise.scheduler.state.PendingPods;
import dev.edgewise.scheduler.state.PodSelectors;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.Service;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many heavy objects of one namespace, each of which may be kept alone. */
class HeavyKindsTest {
    /** A pod with 500 values of about 100 characters keeps some 72 kB. */
    private static final int VALUES = 500;

    private final RecordingFeed feed = new RecordingFeed();
    private final HeavyObjectAccounting heavy = new HeavyObjectAccounting(100_000, 1_000_000);
    private final WatchedKind<Pod> pods =
            WatchedKinds.pods(feed, new PendingPods(true), Spelling.none(), "edgewise", heavy);

    @Test
    void aPodThatItsNamespaceHasNoRoomForStillTakesItsRoomAndIsAnnounced() {
        pods.changed().accept(pod("shop", "a"));
        assertThatThrownBy(() -> pods.changed().accept(pod("shop", "b"))).isInstanceOf(InvalidObjectException.class);
        pods.changed().accept(pod("bank", "c"));

        assertThat(feed.unreadable).hasSize(1);
        assertThat(feed.unreadable.get(new PodKey("shop", "b")))
                .startsWith("spec.affinity is ")
                .endsWith("must be at most 4096 bytes in memory, as the heavier objects of its namespace may keep"
                        + " 100000 together");
        var rest = Objects.requireNonNull(feed.pods.get(new PodKey("shop", "b")));
        assertThat(rest.spec().nodeName()).isEqualTo("n1");
        assertThat(rest.spec().requests().needed().milliCpu()).isEqualTo(2000);
        assertThat(rest.spec().hostPorts().ports()).hasSize(1);
        assertThat(rest.labels()).containsEntry("app", "b");
        assertThat(rest.spec().nodeAffinity().required()).isNull();
        assertThat(RetainedSizeEstimator.sum(PodRetainedSizeEstimator.parts(rest), HeavyObjectAccounting.Part::weight))
                .isLessThan(HeavyObjectAccounting.LIGHT);
    }

    /** Each alone is more than a light object may keep. */
    @Test
    void claimsAndContainersOfAPodThatThereIsNoRoomForAreLeftOut() {
        pods.changed().accept(pod("shop", "a"));
        Pod claims = pod("shop", "b");
        claims.getSpec()
                .setResourceClaims(IntStream.range(0, 100)
                        .mapToObj(i -> new PodResourceClaimBuilder()
                                .withName("claim-" + i)
                                .withResourceClaimName("claim-" + i)
                                .build())
                        .toList());
        assertThatThrownBy(() -> pods.changed().accept(claims)).isInstanceOf(InvalidObjectException.class);
        Pod containers = pod("shop", "c");
        containers
                .getSpec()
                .setInitContainers(IntStream.range(0, 2_000)
                        .mapToObj(i -> new ContainerBuilder().withName("c" + i).build())
                        .toList());
        assertThatThrownBy(() -> pods.changed().accept(containers)).isInstanceOf(InvalidObjectException.class);

        assertThat(feed.unreadable).containsOnlyKeys(new PodKey("shop", "b"), new PodKey("shop", "c"));
        assertThat(feed.pods.values())
                .extracting(rest -> rest.spec().requests().needed().milliCpu())
                .containsOnly(2000L);
    }

    @Test
    void thereIsRoomAgainOnceTheOtherIsGone() {
        pods.changed().accept(pod("shop", "a"));
        pods.changed().accept(pod("shop", "a"));
        assertThatThrownBy(() -> pods.changed().accept(pod("shop", "b"))).isInstanceOf(InvalidObjectException.class);
        pods.gone().accept("shop", "a");
        pods.changed().accept(pod("shop", "b"));

        assertThat(feed.pods.get(new PodKey("shop", "b")).spec().nodeAffinity().required())
                .isNotNull();
    }

    /** The replicas of a workload share what is heavy in them. */
    @Test
    void replicasCountOnce() {
        IntStream.range(0, 50).forEach(i -> {
            Pod replica = pod("shop", "a");
            replica.getMetadata().setName("a-" + i);
            pods.changed().accept(replica);
        });

        assertThat(feed.unreadable).isEmpty();
    }

    @Test
    void servicesCountWithPods() {
        WatchedKind<Service> services = services();
        pods.changed().accept(pod("shop", "a"));
        assertThatThrownBy(() -> services.changed().accept(service("shop"))).isInstanceOf(InvalidObjectException.class);
        services.changed().accept(service("bank"));

        assertThat(feed.get(PodSelectors.FACT).byKey())
                .containsOnlyKeys(new PodSelectorObjectKey(Kind.SERVICE, "bank", "s"));
        services.gone().accept("bank", "s");
        services.changed().accept(service("bank"));
    }

    @SuppressWarnings("unchecked")
    private WatchedKind<Service> services() {
        return (WatchedKind<Service>) SelectorWatches.all(feed, heavy).get(0);
    }

    private static Service service(String namespace) {
        Service service = Yaml.read(Service.class, "metadata: {name: s, namespace: " + namespace + "}\nspec: {}");
        service.getSpec()
                .setSelector(
                        IntStream.range(0, VALUES).boxed().collect(Collectors.toMap(i -> "k".repeat(50) + i, i -> "v"
                                .repeat(50))));
        return service;
    }

    private static Pod pod(String namespace, String name) {
        String values =
                IntStream.range(0, VALUES).mapToObj(i -> name.repeat(100) + i).collect(Collectors.joining(", "));
        return Yaml.read(
                Pod.class,
                """
                metadata: {name: NAME, namespace: NAMESPACE, labels: {app: NAME}}
                spec:
                  nodeName: n1
                  containers: [{name: c, ports: [{hostPort: 80, containerPort: 80}], resources: {requests: {cpu: 2}}}]
                  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:
                    [{matchExpressions: [{key: k, operator: In, values: [VALUES]}]}]}}}
                """
                        .replace("NAMESPACE", namespace)
                        .replace("NAME", name)
                        .replace("VALUES", values));
    }
}
