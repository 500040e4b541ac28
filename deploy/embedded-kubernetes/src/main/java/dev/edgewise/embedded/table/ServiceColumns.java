package dev.edgewise.embedded.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.embedded.store.Json;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The columns that kubectl shows for services, with their values. Source:
 * kubernetes/pkg/printers/internalversion/printers.go, printService.
 */
final class ServiceColumns {
    static final List<Column> ALL = List.of(
            Column.name(),
            Column.text("Type", "spec.type"),
            Column.text("Cluster-IP", service -> service.textOr("spec.clusterIP", PrintedObject.NONE)),
            Column.text("External-IP", ServiceColumns::externalIp),
            Column.text("Port(s)", ServiceColumns::ports),
            Column.age(),
            Column.text("Selector", service -> SelectorText.labels(service.at("spec.selector")))
                    .wide());

    private ServiceColumns() {}

    private static String externalIp(PrintedObject service) {
        Stream<String> given = service.at("spec.externalIPs").valueStream().map(JsonNode::asText);
        Stream<String> ingress = service.objects("status.loadBalancer.ingress")
                .map(point -> point.has("ip") ? Json.text(point, "ip") : Json.text(point, "hostname"));
        boolean balanced = service.text("spec.type").equals("LoadBalancer");
        String addresses =
                (balanced ? Stream.concat(ingress, given) : given).distinct().collect(Collectors.joining(","));
        if (service.text("spec.type").equals("ExternalName")) {
            return service.text("spec.externalName");
        }
        return !addresses.isEmpty() ? addresses : balanced ? "<pending>" : PrintedObject.NONE;
    }

    private static String ports(PrintedObject service) {
        String ports = service.objects("spec.ports").map(ServiceColumns::port).collect(Collectors.joining(","));
        return ports.isEmpty() ? PrintedObject.NONE : ports;
    }

    private static String port(JsonNode port) {
        String node = port.path("nodePort").asInt() > 0 ? ":" + Json.text(port, "nodePort") : "";
        return Json.text(port, "port") + node + "/" + port.path("protocol").asText("TCP");
    }
}
