package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.common.security.Permission;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.scheduler.slots.application.ApplicationKind;
import java.util.ArrayList;
import java.util.List;

/** The rights that batch slots need beside those to watch their kinds. */
final class SlotsAccess {
    private static final String CORE = "";

    /** The right that node set-up needs beside the others. */
    static final RequiredAccess NODE_SET_UP =
            new RequiredAccess(List.of(Permission.everywhere("patch", CORE, "nodes")));

    private SlotsAccess() {}

    /** @param own the service's namespace */
    static RequiredAccess all(String own) {
        List<Permission> all = new ArrayList<>();
        for (String kind : List.of("testbeds", "batchjobs", "schedulings")) {
            all.add(Permission.everywhere("get", SlotWatches.GROUP, kind));
            all.add(Permission.everywhere("patch", SlotWatches.GROUP, kind));
            all.add(Permission.everywhere("patch", SlotWatches.GROUP, kind + "/status"));
        }
        // Callers of the interfaces create and delete these by this service, which asks whether they may.
        all.add(Permission.everywhere("create", SlotWatches.GROUP, "schedulings"));
        all.add(Permission.everywhere("delete", SlotWatches.GROUP, "schedulings"));
        for (ApplicationKind kind : ApplicationKind.ALL) {
            all.add(Permission.everywhere("create", kind.group(), kind.plural()));
            all.add(Permission.everywhere("delete", kind.group(), kind.plural()));
        }
        all.add(new Permission("create", CORE, "pods", own));
        all.add(new Permission("get", CORE, "configmaps", own));
        all.add(new Permission("create", CORE, "configmaps", own));
        all.add(new Permission("update", CORE, "configmaps", own));
        return new RequiredAccess(all);
    }
}
