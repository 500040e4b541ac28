package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.state.ClusterState;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatusBuilder;
import io.fabric8.kubernetes.api.model.storage.CSINodeBuilder;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachmentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Devices and attached volumes, on a real API server: it checks what may be written into a claim's status. */
class ClaimsAT {
    private static final String DRIVER = "csi.example";

    private final Deque<Resource<?>> clusterWide = new ArrayDeque<>();
    private RealApi api;
    private RealSite site;
    private KubernetesClient client;
    private RunningService service;

    @BeforeEach
    void start() {
        Path kubeconfig = RealApi.kubeconfig("KUBECONFIG");
        api = new RealApi(kubeconfig);
        client = api.client();
        site = new RealSite(api);
        await().until(() -> api.exists("/api/v1/namespaces/" + site.namespace() + "/serviceaccounts/default"));
        service = RunningService.start(kubeconfig);
        site.node("a", "4", Map.of());
        site.node("b", "4", Map.of());
    }

    @AfterEach
    void stop() {
        clusterWide.forEach(Resource::delete);
        Stream.of(service, site, api).filter(Objects::nonNull).forEach(ClaimsAT::close);
    }

    @Test
    void aPodWaitsForDevicesAndIsEnteredIntoItsClaim() {
        claim("gpu");
        site.create(using("one", "gpu"));
        site.create(using("lost", "missing"));
        await().untilAsserted(() -> assertThat(waitsFor("one"))
                .contains("resourceclaim \"gpu\" is not allocated, and this scheduler does not allocate devices"));
        await().untilAsserted(() -> assertThat(waitsFor("lost")).contains("resourceclaim \"missing\" not found"));

        allocate("gpu", "b");
        await().untilAsserted(() -> assertThat(site.nodeOf("one")).isEqualTo("b"));
        site.create(using("two", "gpu"));
        await().untilAsserted(() -> assertThat(site.nodeOf("two")).isEqualTo("b"));
        assertThat(gpu("gpu").get().getStatus().getReservedFor())
                .extracting(user -> user.getUid())
                .containsExactlyInAnyOrder(uid("one"), uid("two"));
        assertThat(site.nodeOf("lost")).isEmpty();
    }

    @Test
    void aVolumeThatIsAttachedWithoutAPodTakesASlot() {
        csiNode("a", 1);
        csiNode("b", 0);
        volume("left");
        volume("mine");
        attach("left", "a");
        await().until(this::seesSlots);
        site.create(mounting("p", "mine"));
        await().untilAsserted(() -> assertThat(waitsFor("p")).contains("2 node(s) exceed max volume count"));

        clusterWide.removeFirst().delete();
        await().untilAsserted(() -> assertThat(site.nodeOf("p")).isEqualTo("a"));
    }

    /**
     * Whether the service knows the limits and the attachment: each kind comes by a watch of its own, and a pod that
     * comes first is bound.
     */
    private boolean seesSlots() {
        ClusterStorageObjects storage =
                service.bean(ClusterState.class).snapshot().get(ClusterStorageObjects.FACT);
        return storage.inUseOn(site.name("a")).count(DRIVER) == 1
                && storage.attachments().limitsOf(site.name("a")).containsKey(DRIVER)
                && storage.attachments().limitsOf(site.name("b")).containsKey(DRIVER);
    }

    private static void close(AutoCloseable started) {
        try {
            started.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private String waitsFor(String pod) {
        return site.condition(pod, "PodScheduled").map(PodCondition::getMessage).orElse("");
    }

    private String uid(String pod) {
        return site.pod(pod).getMetadata().getUid();
    }

    private PodBuilder using(String name, String claim) {
        return site.pod(name, "stock", "100m")
                .editSpec()
                .addNewResourceClaim()
                .withName("device")
                .withResourceClaimName(claim)
                .endResourceClaim()
                .endSpec();
    }

    private PodBuilder mounting(String name, String claim) {
        return site.pod(name, "stock", "100m")
                .editSpec()
                .addNewVolume()
                .withName("v")
                .withNewPersistentVolumeClaim(claim, false)
                .endVolume()
                .endSpec();
    }

    private Resource<ResourceClaim> gpu(String name) {
        return client.resources(ResourceClaim.class)
                .inNamespace(site.namespace())
                .withName(name);
    }

    private void claim(String name) {
        client.resource(new ResourceClaimBuilder()
                        .withNewMetadata()
                        .withNamespace(site.namespace())
                        .withName(name)
                        .endMetadata()
                        .withNewSpec()
                        .withNewDevices()
                        .addNewRequest()
                        .withName("g")
                        .withNewExactly()
                        .withDeviceClassName("gpu.example.com")
                        .endExactly()
                        .endRequest()
                        .endDevices()
                        .endSpec()
                        .build())
                .create();
    }

    /** Allocates a device as another scheduler does for its own pod. */
    private void allocate(String name, String node) {
        var onNode = new NodeSelectorBuilder()
                .addNewNodeSelectorTerm()
                .addNewMatchField()
                .withKey("metadata.name")
                .withOperator("In")
                .withValues(site.name(node))
                .endMatchField()
                .endNodeSelectorTerm()
                .build();
        gpu(name).editStatus(claim -> new ResourceClaimBuilder(claim)
                .withStatus(new ResourceClaimStatusBuilder()
                        .withNewAllocation()
                        .withNodeSelector(onNode)
                        .withNewDevices()
                        .addNewResult()
                        .withRequest("g")
                        .withDriver("gpu.example.com")
                        .withPool("p")
                        .withDevice("d0")
                        .endResult()
                        .endDevices()
                        .endAllocation()
                        .build())
                .build());
    }

    private void csiNode(String node, int slots) {
        clusterWide(client.resource(new CSINodeBuilder()
                .withNewMetadata()
                .withName(site.name(node))
                .endMetadata()
                .withNewSpec()
                .addNewDriver()
                .withName(DRIVER)
                .withNodeID(node)
                .withNewAllocatable(slots)
                .endDriver()
                .endSpec()
                .build()));
    }

    /** A claim with its volume, both as the volume controller leaves them. */
    private void volume(String name) {
        var claim = client.resource(new PersistentVolumeClaimBuilder()
                        .withMetadata(new ObjectMetaBuilder()
                                .withNamespace(site.namespace())
                                .withName(name)
                                .addToAnnotations("pv.kubernetes.io/bind-completed", "yes")
                                .build())
                        .withNewSpec()
                        .withAccessModes("ReadWriteOnce")
                        .withStorageClassName("")
                        .withVolumeName(site.name(name))
                        .withNewResources()
                        .addToRequests("storage", new Quantity("1Gi"))
                        .endResources()
                        .endSpec()
                        .build())
                .create();
        clusterWide(client.resource(new PersistentVolumeBuilder()
                .withNewMetadata()
                .withName(site.name(name))
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteOnce")
                .addToCapacity("storage", new Quantity("1Gi"))
                .withNewClaimRef()
                .withNamespace(site.namespace())
                .withName(name)
                .withUid(claim.getMetadata().getUid())
                .endClaimRef()
                .withNewCsi()
                .withDriver(DRIVER)
                .withVolumeHandle(name)
                .endCsi()
                .endSpec()
                .build()));
    }

    private void attach(String volume, String node) {
        clusterWide(client.resource(new VolumeAttachmentBuilder()
                .withNewMetadata()
                .withName(site.name("attached"))
                .endMetadata()
                .withNewSpec()
                .withAttacher(DRIVER)
                .withNodeName(site.name(node))
                .withNewSource()
                .withPersistentVolumeName(site.name(volume))
                .endSource()
                .endSpec()
                .build()));
    }

    private void clusterWide(Resource<?> object) {
        object.create();
        clusterWide.addFirst(object);
    }
}
