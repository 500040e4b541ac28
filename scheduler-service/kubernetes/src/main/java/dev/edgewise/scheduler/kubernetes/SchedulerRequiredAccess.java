package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.common.security.Permission;
import dev.edgewise.kubernetes.access.RequiredAccess;
import java.util.List;

/** The rights that scheduler-service needs in the cluster beside those to watch it. */
final class SchedulerRequiredAccess {
    private static final String CORE = "";
    private static final String RESERVATIONS = "edgewise.dev";
    private static final String DEVICES = "resource.k8s.io";

    private SchedulerRequiredAccess() {}

    /** Returns the rights needed for binding. */
    public static RequiredAccess binding() {
        return new RequiredAccess(List.of(
                Permission.everywhere("get", CORE, "pods"),
                Permission.everywhere("create", CORE, "pods/binding"),
                Permission.everywhere("create", CORE, "pods/eviction"),
                Permission.everywhere("patch", CORE, "pods/status"),
                Permission.everywhere("delete", CORE, "pods"),
                Permission.everywhere("get", CORE, "persistentvolumes"),
                Permission.everywhere("patch", CORE, "persistentvolumes"),
                Permission.everywhere("get", CORE, "persistentvolumeclaims"),
                Permission.everywhere("patch", CORE, "persistentvolumeclaims"),
                Permission.everywhere("get", DEVICES, "resourceclaims"),
                Permission.everywhere("patch", DEVICES, "resourceclaims/status"),
                // Since 1.36 the API server asks for this one, too, where a status says who uses the devices.
                Permission.everywhere("patch", DEVICES, "resourceclaims/binding"),
                Permission.everywhere("get", RESERVATIONS, "reservations"),
                Permission.everywhere("create", RESERVATIONS, "reservations"),
                Permission.everywhere("delete", RESERVATIONS, "reservations"),
                Permission.everywhere("patch", RESERVATIONS, "reservations/status"),
                Permission.everywhere("create", CORE, "events"),
                Permission.everywhere("patch", CORE, "events")));
    }
}
