package dev.edgewise.sandbox.run;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The user's objects in the cluster. Their pods carry a label of this run, by which the report finds them. */
final class Workloads {
    /** Label of the pods of a run; its value is the run. */
    static final String RUN = "edgewise.dev/sandbox-run";

    private static final Set<String> NEED_CONTROLLER_MANAGER =
            Set.of("StatefulSet", "DaemonSet", "Job", "CronJob", "ReplicationController");

    private final KubernetesClient client;
    private final List<HasMetadata> objects;

    private Workloads(KubernetesClient client, List<HasMetadata> objects) {
        this.client = client;
        this.objects = objects;
    }

    /** Refuses kinds that have no controller on an embedded API. */
    static void checkEmbedded(List<HasMetadata> objects) {
        objects.stream()
                .filter(object -> NEED_CONTROLLER_MANAGER.contains(object.getKind()))
                .findFirst()
                .ifPresent(object -> {
                    throw SandboxException.input(
                            name(object)
                                    + ": the embedded API runs Deployment, ReplicaSet and Pod only; use --kubeconfig for others");
                });
    }

    /**
     * Creates the objects. Takes over none that exists: it would be gone at the end. Namespaces that exist stay as they
     * are.
     */
    static Workloads apply(KubernetesClient client, List<HasMetadata> objects, String run) {
        objects.forEach(object -> placeInNamespace(client, object));
        List<HasMetadata> ours = objects.stream()
                .filter(object -> !(object instanceof Namespace && exists(client, object)))
                .toList();
        for (HasMetadata object : ours) {
            if (exists(client, object)) {
                throw SandboxException.input(name(object)
                        + " exists in the cluster already: the sandbox would change it now and delete it at its end."
                        + " Delete it first, or give yours another name");
            }
        }
        List<HasMetadata> created = new ArrayList<>();
        Workloads workloads = new Workloads(client, created);
        for (HasMetadata object : ours) {
            label(object, run);
            try {
                client.resource(object).create();
                created.add(object);
            } catch (KubernetesClientException e) {
                workloads.delete();
                throw SandboxException.input(name(object) + ": the API server did not take it: " + e.getMessage());
            }
        }
        return workloads;
    }

    private static boolean exists(KubernetesClient client, HasMetadata object) {
        return client.resource(object).get() != null;
    }

    private static void placeInNamespace(KubernetesClient client, HasMetadata object) {
        if (object instanceof Namespaced && object.getMetadata().getNamespace() == null) {
            String namespace = client.getNamespace();
            object.getMetadata().setNamespace(namespace == null || namespace.isEmpty() ? "default" : namespace);
        }
    }

    private static String name(HasMetadata object) {
        return object.getKind() + " " + object.getMetadata().getName();
    }

    /** Number of pods that the objects ask for. */
    int expectedPods() {
        return objects.stream().mapToInt(Workloads::pods).sum();
    }

    /** Removes the objects from the cluster, last ones first. */
    void delete() {
        List<HasMetadata> reversed = new ArrayList<>(objects);
        Collections.reverse(reversed);
        reversed.forEach(object -> client.resource(object).delete());
    }

    private static int pods(HasMetadata object) {
        if (object instanceof Deployment deployment) {
            return orOne(deployment.getSpec().getReplicas());
        } else if (object instanceof ReplicaSet set) {
            return orOne(set.getSpec().getReplicas());
        } else if (object instanceof StatefulSet set) {
            return orOne(set.getSpec().getReplicas());
        } else if (object instanceof Job job) {
            return orOne(job.getSpec().getParallelism());
        }
        return object instanceof Pod ? 1 : 0;
    }

    private static int orOne(@Nullable Integer replicas) {
        return replicas == null ? 1 : replicas;
    }

    private static void label(HasMetadata object, String run) {
        if (object instanceof Deployment deployment) {
            add(deployment.getSpec().getTemplate().getMetadata(), run);
        } else if (object instanceof ReplicaSet set) {
            add(set.getSpec().getTemplate().getMetadata(), run);
        } else if (object instanceof StatefulSet set) {
            add(set.getSpec().getTemplate().getMetadata(), run);
        } else if (object instanceof Job job) {
            add(job.getSpec().getTemplate().getMetadata(), run);
        } else if (object instanceof Pod pod) {
            add(pod.getMetadata(), run);
        }
    }

    private static void add(ObjectMeta metadata, String run) {
        Map<String, String> labels = new HashMap<>(metadata.getLabels() == null ? Map.of() : metadata.getLabels());
        labels.put(RUN, run);
        metadata.setLabels(labels);
    }
}
