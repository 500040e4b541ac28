package dev.edgewise.embedded.table;

import dev.edgewise.embedded.store.Json;
import java.util.List;

/**
 * The columns that kubectl shows for pods, with their values. Source:
 * kubernetes/pkg/printers/internalversion/printers.go, printPod.
 */
final class PodColumns {
    static final List<Column> ALL = List.of(
            Column.name(),
            Column.text("Ready", pod -> new PodSummary(pod).ready()),
            Column.text("Status", pod -> new PodSummary(pod).status()),
            Column.text("Restarts", pod -> new PodSummary(pod).restarts()),
            Column.age(),
            Column.text("IP", PodColumns::ip).wide(),
            Column.text("Node", pod -> pod.textOr("spec.nodeName", PrintedObject.NONE))
                    .wide(),
            Column.text("Nominated Node", pod -> pod.textOr("status.nominatedNodeName", PrintedObject.NONE))
                    .wide(),
            Column.text("Readiness Gates", PodColumns::readinessGates).wide());

    private PodColumns() {}

    private static String ip(PrintedObject pod) {
        String first = Json.text(pod.at("status.podIPs").path(0), "ip");
        return first.isEmpty() ? PrintedObject.NONE : first;
    }

    private static String readinessGates(PrintedObject pod) {
        int gates = pod.at("spec.readinessGates").size();
        long open = pod.objects("spec.readinessGates")
                .filter(gate -> pod.is(Json.text(gate, "conditionType")))
                .count();
        return gates == 0 ? PrintedObject.NONE : open + "/" + gates;
    }
}
