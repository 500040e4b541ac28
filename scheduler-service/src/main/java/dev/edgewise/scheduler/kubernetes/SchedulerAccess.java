package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.kubernetes.access.Access;
import dev.edgewise.kubernetes.access.RequiredAccess;
import java.util.List;

/** What scheduler-service does in the cluster besides watching it. */
final class SchedulerAccess {
    private static final String CORE = "";
    private static final String DEVICES = "resource.k8s.io";

    private SchedulerAccess() {}

    /** What binding needs. */
    public static RequiredAccess binding() {
        return new RequiredAccess(List.of(
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
                Access.everywhere("patch", CORE, "events")));
    }
}
