package dev.edgewise.sandbox.run;

import dev.edgewise.common.DidYouMean;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Refuses manifests of kinds that the sandbox cannot create, and names the line. */
final class ManifestKinds {
    private static final List<String> ALLOWED = List.of(
            "Deployment",
            "ReplicaSet",
            "Pod",
            "StatefulSet",
            "DaemonSet",
            "Job",
            "CronJob",
            "ConfigMap",
            "LimitRange",
            "Namespace",
            "PersistentVolume",
            "PersistentVolumeClaim",
            "PodDisruptionBudget",
            "PriorityClass",
            "ResourceQuota",
            "Secret",
            "Service",
            "ServiceAccount",
            "StorageClass");
    private static final int MOST_EDITS = 3;

    private ManifestKinds() {}

    /** @throws SandboxException naming the file, the line, the kind and what is allowed */
    static void check(HasMetadata object, Path file) {
        if (!(object instanceof GenericKubernetesResource)) {
            return;
        }
        String kind = object.getKind();
        String where = file + ":" + line(file, kind) + ": ";
        if (ALLOWED.contains(kind)) {
            throw SandboxException.input(where + "apiVersion " + object.getApiVersion() + " has no kind " + kind);
        }
        String nearest = DidYouMean.nearest(kind, ALLOWED, MOST_EDITS);
        throw SandboxException.input(where + "kind is " + kind + ": it must be one of " + String.join(", ", ALLOWED)
                + "." + (nearest == null ? "" : " " + DidYouMean.sentence(List.of(nearest))));
    }

    private static int line(Path file, String kind) {
        Pattern named = Pattern.compile(".*\\bkind\"?\\s*:\\s*[\"']?" + Pattern.quote(kind) + "\\b.*");
        try {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (named.matcher(lines.get(i)).matches()) {
                    return i + 1;
                }
            }
            return 1;
        } catch (IOException e) {
            return 1;
        }
    }
}
