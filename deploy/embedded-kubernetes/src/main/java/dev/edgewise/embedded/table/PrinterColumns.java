package dev.edgewise.embedded.table;

import static dev.edgewise.embedded.table.Column.age;
import static dev.edgewise.embedded.table.Column.name;
import static dev.edgewise.embedded.table.Column.number;
import static dev.edgewise.embedded.table.Column.text;

import dev.edgewise.embedded.store.ResourceType;
import java.util.List;
import java.util.Map;

/** The columns of each kind. Source: kubernetes/pkg/printers/internalversion/printers.go, AddHandlers. */
final class PrinterColumns {
    private static final List<Column> NAME_AND_AGE = List.of(name(), age());

    private static final Map<String, List<Column>> BY_KIND = Map.ofEntries(
            Map.entry("pods", PodColumns.ALL),
            Map.entry("nodes", NodeColumns.ALL),
            Map.entry("events", EventColumns.ALL),
            Map.entry("services", ServiceColumns.ALL),
            Map.entry("persistentvolumes", VolumeColumns.VOLUMES),
            Map.entry("persistentvolumeclaims", VolumeColumns.CLAIMS),
            Map.entry("deployments.apps", WorkloadColumns.DEPLOYMENTS),
            Map.entry("replicasets.apps", WorkloadColumns.REPLICA_SETS),
            Map.entry("daemonsets.apps", WorkloadColumns.DAEMON_SETS),
            Map.entry("statefulsets.apps", WorkloadColumns.STATEFUL_SETS),
            Map.entry("jobs.batch", WorkloadColumns.JOBS),
            Map.entry("namespaces", List.of(name(), text("Status", "status.phase"), age())),
            Map.entry("leases.coordination.k8s.io", List.of(name(), text("Holder", "spec.holderIdentity"), age())),
            Map.entry(
                    "poddisruptionbudgets.policy",
                    List.of(
                            name(),
                            text("Min Available", budget -> budget.textOr("spec.minAvailable", "N/A")),
                            text("Max Unavailable", budget -> budget.textOr("spec.maxUnavailable", "N/A")),
                            number("Allowed Disruptions", "status.disruptionsAllowed"),
                            age())));

    private PrinterColumns() {}

    /** Name and age for kinds that have no columns of their own. */
    static List<Column> of(ResourceType type) {
        return BY_KIND.getOrDefault(type.storageKey(), NAME_AND_AGE);
    }
}
