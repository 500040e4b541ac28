package dev.edgewise.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestsTest {
    private static final String POD = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n";
    private static final String ALLOWED =
            "it must be one of Deployment, ReplicaSet, Pod, StatefulSet, DaemonSet, Job, CronJob, ConfigMap,"
                    + " LimitRange, Namespace, PersistentVolume, PersistentVolumeClaim, PodDisruptionBudget,"
                    + " PriorityClass, ResourceQuota, Secret, Service, ServiceAccount, StorageClass.";

    @TempDir
    private Path directory;

    @Test
    void anUnknownKindIsRefusedWithItsLineBeforeAnythingStarts() throws IOException {
        Path file = write("apps.yaml", POD + "---\napiVersion: apps/v1\nkind: Deploymnt\nmetadata:\n  name: api\n");
        assertThatThrownBy(() -> Manifests.read(directory))
                .isInstanceOf(SandboxException.class)
                .hasMessage(file + ":7: kind is Deploymnt: " + ALLOWED + " Did you mean Deployment?");
    }

    @Test
    void oneInJsonThatIsNearNoOtherIsRefusedAsWell() throws IOException {
        Path file = write(
                "apps.json",
                "{\"apiVersion\": \"serving.knative.dev/v1\",\n"
                        + " \"kind\": \"Function\", \"metadata\": {\"name\": \"f\"}}");
        assertThatThrownBy(() -> Manifests.read(directory)).hasMessage(file + ":2: kind is Function: " + ALLOWED);
    }

    @Test
    void aKindOfAnotherApiVersionIsRefused() throws IOException {
        Path file = write("apps.yaml", "apiVersion: apps/v3\nkind: Deployment\nmetadata:\n  name: api\n");
        assertThatThrownBy(() -> Manifests.read(directory))
                .hasMessage(file + ":2: apiVersion apps/v3 has no kind Deployment");
    }

    @Test
    void kindsOfKubernetesAreRead() throws IOException {
        write("apps.yaml", POD);
        assertThat(Manifests.read(directory)).extracting(HasMetadata::getKind).containsExactly("Pod");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
