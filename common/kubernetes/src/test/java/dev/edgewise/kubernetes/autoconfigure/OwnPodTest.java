package dev.edgewise.kubernetes.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnPodTest {
    @Test
    void aPodShowsItsNameAndNamespaceOnly() {
        OwnPod own = new OwnPod(Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "HOSTNAME", "probe-1"), "edgewise");

        Pod pod = own.currentPod().get();

        assertThat(own.isInsideKubernetes()).isTrue();
        assertThat(pod.getMetadata().getName()).isEqualTo("probe-1");
        assertThat(pod.getMetadata().getNamespace()).isEqualTo("edgewise");
        assertThat(pod.getSpec().getNodeName()).isNull();
        assertThat(pod.getStatus().getHostIP()).isNull();
    }

    @Test
    void aProcessOutsideAClusterIsNoPod() {
        OwnPod own = new OwnPod(Map.of("HOSTNAME", "laptop"), null);

        assertThat(own.isInsideKubernetes()).isFalse();
        assertThat(own.currentPod().get()).isNull();
    }
}
