package dev.edgewise.sandbox.evaluate.recovery;

import dev.edgewise.common.Names;
import dev.edgewise.sandbox.run.Manifests;
import dev.edgewise.sandbox.run.SandboxException;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Files of Deployments, whose pods request memory and say by labels what they need to be near to. */
final class DeploymentFilesReader {
    private static final int MOST_REPLICAS = 100_000;
    private static final double MOST_MS = 3_600_000;

    private final Map<String, Source> byName = new LinkedHashMap<>();

    private record Source(Path file, Deployment deployment) {}

    private DeploymentFilesReader() {}

    /** The pods of all Deployments, in the order of the files' names. */
    static List<Pod> pods(Path given, Collection<String> nodes) {
        DeploymentFilesReader all = new DeploymentFilesReader();
        InputFiles.of(given, "yaml|yml|json").forEach(all::read);
        Set<String> references = new HashSet<>(nodes);
        references.addAll(all.byName.keySet());
        List<Pod> pods = new ArrayList<>();
        all.byName.forEach((name, source) -> pods.addAll(pods(name, source, references)));
        return pods;
    }

    private void read(Path file) {
        try {
            Manifests.readFile(file).forEach(object -> add(file, object));
        } catch (SandboxException e) {
            throw new InputException(String.valueOf(e.getMessage()));
        }
    }

    private void add(Path file, HasMetadata object) {
        String name = object.getMetadata().getName();
        if (!(object instanceof Deployment deployment)) {
            throw new InputException(file, "kind", object.getKind(), "Deployment");
        }
        if (byName.putIfAbsent(name, new Source(file, deployment)) != null) {
            throw new InputException(file, "metadata.name", name, "each name once");
        }
    }

    private static List<Pod> pods(String name, Source source, Set<String> references) {
        PodTemplateSpec template = template(name, source);
        String scheduler = template.getSpec().getSchedulerName();
        if (!BuiltInProfiles.CUSTOM_SCHEDULER.equals(scheduler)) {
            throw new InputException(
                    source.file(), "schedulerName of " + name, scheduler, BuiltInProfiles.CUSTOM_SCHEDULER);
        }
        Map<String, String> labels = labels(template);
        labels.forEach((label, value) -> checkNeed(source.file(), name, label, value, references));
        Resources request = new Resources(0, memory(source.file(), name, template), 0, Map.of());
        List<Pod> pods = new ArrayList<>();
        for (int replica = 0; replica < replicas(name, source); replica++) {
            pods.add(RecoveryExperimentPods.pending(name + "-" + replica, name, labels, request));
        }
        return pods;
    }

    private static PodTemplateSpec template(String name, Source source) {
        Deployment deployment = source.deployment();
        PodTemplateSpec template =
                deployment.getSpec() == null ? null : deployment.getSpec().getTemplate();
        if (template == null || template.getSpec() == null) {
            throw new InputException(source.file(), "spec.template.spec of " + name, null, "a pod's spec");
        }
        return template;
    }

    private static int replicas(String name, Source source) {
        Integer replicas = source.deployment().getSpec().getReplicas();
        if (replicas != null && (replicas < 0 || replicas > MOST_REPLICAS)) {
            throw new InputException(
                    source.file(), "replicas of " + name, replicas, "a whole number from 0 to " + MOST_REPLICAS);
        }
        return replicas == null ? 1 : replicas;
    }

    private static Map<String, String> labels(PodTemplateSpec template) {
        Map<String, String> labels =
                template.getMetadata() == null ? null : template.getMetadata().getLabels();
        return labels == null ? Map.of() : labels;
    }

    private static void checkNeed(
            Path file, String deployment, String label, @Nullable String value, Set<String> references) {
        if (!label.startsWith(Names.DELAY_LABEL_PREFIX)) {
            return;
        }
        String reference = label.substring(Names.DELAY_LABEL_PREFIX.length());
        if (!references.contains(reference)) {
            throw new InputException(
                    file,
                    "label " + label + " of " + deployment,
                    reference,
                    "a node of --nodes or a Deployment of --pod-files");
        }
        if (!isMillis(value)) {
            throw new InputException(
                    file, "label " + label + " of " + deployment, value, "a number of milliseconds from 0 to 3600000");
        }
    }

    private static boolean isMillis(@Nullable String value) {
        return value != null && value.matches("\\d{1,7}(\\.\\d{1,3})?") && Double.parseDouble(value) <= MOST_MS;
    }

    private static long memory(Path file, String deployment, PodTemplateSpec template) {
        long sum = 0;
        for (Container container : template.getSpec().getContainers()) {
            Quantity memory = request(container.getResources());
            if (memory != null) {
                String field = "memory request of " + deployment + ", container " + container.getName();
                sum = Math.addExact(sum, Quantities.bytes(file, field, memory.toString()));
            }
        }
        return sum;
    }

    private static @Nullable Quantity request(@Nullable ResourceRequirements resources) {
        return resources == null || resources.getRequests() == null
                ? null
                : resources.getRequests().get("memory");
    }
}
