package dev.edgewise.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Anchors appear in a member for a request that does not exist: one as a late replica makes it, and others as people in
 * the member may write them.
 */
class OrphanedAnchorIT {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String GONE = "11111111-2222-3333-4444-555555555555";

    @TempDir
    Path directory;

    private TestManagement management;
    private TestCluster edge;
    private GlobalReplica service;

    @BeforeEach
    void start() throws IOException {
        management = TestManagement.embedded(directory);
        edge = new TestCluster("edge", "4");
        management.member(edge, Map.of("edgewise.dev/namespaces", "default"));
        service = new GlobalReplica(
                management.kubeconfig(),
                "edgewise.global.leftovers.search-every=1s",
                "edgewise.global.leftovers.delete-after=2s");
    }

    @AfterEach
    void stop() {
        service.close();
        edge.close();
        management.close();
    }

    private ConfigMap anchorOf(String name) {
        await().atMost(SOON).until(() -> management.status(name, "phase").equals("Completed"));
        return edge.client()
                .configMaps()
                .inNamespace("default")
                .withLabel("edgewise.dev/request")
                .list()
                .getItems()
                .get(0);
    }

    private void create(ConfigMap like, String namespace, String name, String origin) {
        edge.client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .addToLabels("edgewise.dev/request", GONE)
                        .addToLabels("edgewise.dev/attempt", "1")
                        .addToAnnotations(like.getMetadata().getAnnotations())
                        .addToAnnotations("edgewise.dev/origin", origin)
                        .endMetadata()
                        .build())
                .create();
    }

    private boolean exists(String namespace, String name) {
        return edge.client().configMaps().inNamespace(namespace).withName(name).get() != null;
    }

    @Test
    void theAnchorOfADeletedRequestIsDeletedAndNothingThatOnlyLooksLikeOne() {
        management.request("live", "1", "clusters: [[edge]]");
        ConfigMap live = anchorOf("live");
        String cluster =
                live.getMetadata().getAnnotations().get("edgewise.dev/origin").replaceAll("/.*", "");
        String anchor = "edgewise-request-" + GONE + "-1";
        create(live, "default", "settings", cluster + "/default/gone");
        create(live, "kube-system", anchor, cluster + "/default/gone");
        create(live, "default", "edgewise-request-" + GONE + "-2", "another-cluster/default/gone");
        create(live, "default", anchor, cluster + "/default/gone");

        await().atMost(SOON).until(() -> !exists("default", anchor));

        assertThat(exists("default", "settings")).isTrue();
        assertThat(exists("kube-system", anchor)).isTrue();
        assertThat(exists("default", "edgewise-request-" + GONE + "-2")).isTrue();
        assertThat(exists("default", live.getMetadata().getName())).isTrue();
        assertThat(edge.ours()).contains("Pod live");
    }
}
