package dev.edgewise.scheduler.kubernetes.access;

import java.util.ArrayList;
import java.util.List;

/** Every permission that scheduler-service uses. The ClusterRole of the manifests has these and no more. */
public final class SchedulerAccess {
    private static final String CORE = "";
    private static final String STORAGE = "storage.k8s.io";
    private static final String DEVICES = "resource.k8s.io";

    private SchedulerAccess() {}

    /** What watching needs; enough for a replica that explains and never binds. */
    public static List<Access> watching() {
        List<Access> all = new ArrayList<>();
        read(all, CORE, "nodes", "pods", "namespaces", "persistentvolumes", "persistentvolumeclaims");
        read(all, CORE, "services", "replicationcontrollers");
        read(all, "apps", "replicasets", "statefulsets");
        read(all, "policy", "poddisruptionbudgets");
        read(all, STORAGE, "storageclasses", "csinodes", "csidrivers", "csistoragecapacities", "volumeattachments");
        read(all, DEVICES, "resourceclaims", "deviceclasses");
        return all;
    }

    /** What binding needs on top. */
    public static List<Access> binding() {
        return List.of(
                Access.everywhere("get", CORE, "pods"),
                Access.everywhere("create", CORE, "pods/binding"),
                Access.everywhere("patch", CORE, "pods/status"),
                Access.everywhere("delete", CORE, "pods"),
                Access.everywhere("get", CORE, "persistentvolumes"),
                Access.everywhere("patch", CORE, "persistentvolumes"),
                Access.everywhere("get", CORE, "persistentvolumeclaims"),
                Access.everywhere("patch", CORE, "persistentvolumeclaims"),
                Access.everywhere("get", DEVICES, "resourceclaims"),
                Access.everywhere("patch", DEVICES, "resourceclaims/status"),
                // Since 1.36 the API server asks for this one, too, where a status says who uses the devices.
                Access.everywhere("patch", DEVICES, "resourceclaims/binding"),
                Access.everywhere("create", CORE, "events"),
                Access.everywhere("patch", CORE, "events"));
    }

    /** What leader election with the Lease of this name needs. What does not exist yet has no name to be allowed for. */
    public static List<Access> leading(String namespace, String lease) {
        String group = "coordination.k8s.io";
        return List.of(
                new Access("create", group, "leases", namespace, ""),
                new Access("get", group, "leases", namespace, lease),
                new Access("update", group, "leases", namespace, lease));
    }

    /** What it takes to let callers in by what the cluster's roles allow them. */
    public static List<Access> reviewing() {
        return List.of(
                Access.everywhere("create", "authentication.k8s.io", "tokenreviews"),
                Access.everywhere("create", "authorization.k8s.io", "subjectaccessreviews"));
    }

    private static void read(List<Access> all, String group, String... resources) {
        for (String resource : resources) {
            all.add(Access.everywhere("list", group, resource));
            all.add(Access.everywhere("watch", group, resource));
        }
    }
}
