package dev.edgewise.kubernetes.autoconfigure;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.kubernetes.autoconfigure.KubernetesProperties.AccessCheckMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class StartupAccessCheckTest {
    private final StartupAccessCheck withoutACluster = new StartupAccessCheck(
            () -> {
                throw new InvalidConfigurationException("No Kubernetes cluster is configured", "Set KUBECONFIG");
            },
            List.of(),
            () -> {
                throw new AssertionError("there is none");
            });

    @Test
    void aServiceThatIsOfUseWithoutAClusterStartsWithoutOne(CapturedOutput output) {
        withoutACluster.run(AccessCheckMode.WARN);
        await().until(() ->
                output.getAll().contains("Permissions cannot be checked; cause=No Kubernetes cluster is configured"));
    }

    @Test
    void anyOtherDoesNot() {
        assertThatThrownBy(() -> withoutACluster.run(AccessCheckMode.FAIL))
                .isInstanceOf(InvalidConfigurationException.class);
    }
}
