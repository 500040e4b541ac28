package dev.edgewise.global;

import dev.edgewise.common.MemberFenceNames;
import dev.edgewise.common.Names;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Does in a member what scheduler-service does there with {@code edgewise.scheduler.fence.namespaces}: deletes anchors
 * that have expired, and renews the Lease that says so.
 */
final class TestFence implements AutoCloseable {
    private static final String SPACE = "default";

    private final KubernetesClient client;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

    TestFence(KubernetesClient client) {
        this.client = client;
        thread.scheduleWithFixedDelay(this::step, 0, 1, TimeUnit.SECONDS);
    }

    private void step() {
        try {
            client.configMaps().inNamespace(SPACE).withLabel(Names.REQUEST_LABEL).list().getItems().stream()
                    .filter(TestFence::isExpired)
                    .forEach(this::delete);
            client.resource(new LeaseBuilder()
                            .withNewMetadata()
                            .withName(MemberFenceNames.LEASE)
                            .withNamespace(MemberFenceNames.MEMBER_NAMESPACE)
                            .addToAnnotations(MemberFenceNames.NAMESPACES_ANNOTATION, SPACE)
                            .endMetadata()
                            .withNewSpec()
                            .withRenewTime(Instant.now().atZone(ZoneOffset.UTC))
                            .endSpec()
                            .build())
                    .forceConflicts()
                    .serverSideApply();
        } catch (KubernetesClientException ending) {
            // The next step does it; after the last one the control plane ends.
        }
    }

    private static boolean isExpired(ConfigMap anchor) {
        Map<String, String> annotations = anchor.getMetadata().getAnnotations();
        String expires = annotations == null ? null : annotations.get(MemberFenceNames.EXPIRES_ANNOTATION);
        return expires != null && Instant.now().isAfter(Instant.parse(expires));
    }

    private void delete(ConfigMap anchor) {
        client.configMaps()
                .inNamespace(SPACE)
                .withName(anchor.getMetadata().getName())
                .withPropagationPolicy(DeletionPropagation.FOREGROUND)
                .delete();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
