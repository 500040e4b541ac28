package dev.edgewise.scheduler.crash;

import static org.awaitility.Awaitility.await;

import dev.edgewise.common.Names;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.List;

/** Deployments of protected pods, at most two for each site, near to its last node. */
final class ProtectedApps implements AutoCloseable {
    private static final int DEPLOYMENTS = 8;
    private static final int REPLICAS = 25;
    static final int PODS = DEPLOYMENTS * REPLICAS;

    private final CrashSite site;

    ProtectedApps(CrashSite site) {
        this.site = site;
    }

    /** Creates them, and waits until all pods are bound. */
    void create() {
        for (int i = 0; i < DEPLOYMENTS; i++) {
            site.api().client().resource(deployment(i).build()).create();
        }
        await().atMost(CrashSite.PATIENCE).until(() -> bound().size() == PODS);
    }

    /** Returns the bound pods that are not being deleted. */
    List<Pod> bound() {
        return site.site().pods().stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                .filter(pod -> pod.getSpec().getNodeName() != null)
                .toList();
    }

    /** Whether a node is near to what the pod refers to. */
    boolean isNear(Pod pod, String node) {
        return site.sites().siteOf(node) == siteOf(pod);
    }

    /** The site that the pod has to be in. */
    static int siteOf(Pod pod) {
        return Integer.parseInt(pod.getMetadata().getLabels().get("site"));
    }

    /** Returns the backup that the pod names; null if it names none. */
    static String backup(Pod pod) {
        return pod.getMetadata().getAnnotations().get(Names.BACKUP_NODE_ANNOTATION);
    }

    @Override
    public void close() {
        site.api()
                .client()
                .apps()
                .deployments()
                .inNamespace(site.site().namespace())
                .delete();
    }

    private DeploymentBuilder deployment(int number) {
        String name = "app-" + number;
        return new DeploymentBuilder()
                .withNewMetadata()
                .withNamespace(site.site().namespace())
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withReplicas(REPLICAS)
                .withNewSelector()
                .addToMatchLabels("app", name)
                .endSelector()
                .withTemplate(template(name, number % site.sites().count()))
                .endSpec();
    }

    private PodTemplateSpec template(String name, int at) {
        return new PodTemplateSpecBuilder()
                .withNewMetadata()
                .addToLabels("app", name)
                .addToLabels("site", Integer.toString(at))
                .addToLabels(Names.DELAY_LABEL_PREFIX + site.site().name(EdgeSites.node(at, 4)), "10")
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("edgewise")
                .addNewContainer()
                .withName("c")
                .withImage("registry.example/app:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity("100m"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }
}
