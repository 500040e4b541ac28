package dev.edgewise.kubernetes.access;

import dev.edgewise.common.security.Permission;
import java.util.List;

/** Permissions that a part of the service needs; all parts' are checked at the start. */
public record RequiredAccess(List<Permission> permissions) {
    private static final String LEASES = "coordination.k8s.io";

    public RequiredAccess {
        permissions = List.copyOf(permissions);
    }

    /** Permissions of leader election with this Lease. {@code create} cannot be restricted to a name. */
    public static RequiredAccess leading(String namespace, String lease) {
        return new RequiredAccess(List.of(
                new Permission("create", LEASES, "leases", namespace),
                new Permission("get", LEASES, "leases", namespace, lease),
                new Permission("update", LEASES, "leases", namespace, lease)));
    }

    /** Permissions to review callers' tokens and roles. */
    public static RequiredAccess reviewing() {
        return new RequiredAccess(List.of(
                Permission.everywhere("create", "authentication.k8s.io", "tokenreviews"),
                Permission.everywhere("create", "authorization.k8s.io", "subjectaccessreviews")));
    }
}
