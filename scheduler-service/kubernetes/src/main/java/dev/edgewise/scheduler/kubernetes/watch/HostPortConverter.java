package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.model.HostPort;
import dev.edgewise.scheduler.model.HostPorts;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ports of the node that containers and sidecars take. Those of plain init containers do not count. */
final class HostPortConverter {
    private final boolean hostNetwork;
    private final List<HostPort> ports = new ArrayList<>();

    private HostPortConverter(boolean hostNetwork) {
        this.hostNetwork = hostNetwork;
    }

    static HostPorts convert(PodSpec spec) {
        HostPortConverter converter = new HostPortConverter(Boolean.TRUE.equals(spec.getHostNetwork()));
        FieldReader.each("containers", spec.getContainers(), converter::add);
        FieldReader.each(
                "initContainers",
                spec.getInitContainers(),
                container -> PodTotalRequestsCalculator.isSidecar(container) ? converter.add(container) : container);
        return converter.ports.isEmpty() ? HostPorts.NONE : new HostPorts(converter.ports);
    }

    private Container add(Container container) {
        FieldReader.each("ports", container.getPorts(), this::add);
        return container;
    }

    private ContainerPort add(ContainerPort port) {
        int number = FieldReader.number("hostPort", hostPort(port), 0, 0, 65_535);
        if (number > 0) {
            ports.add(new HostPort(
                    FieldReader.orElse(port.getHostIP(), HostPort.ANY),
                    FieldReader.orElse(port.getProtocol(), "TCP"),
                    number));
        }
        return port;
    }

    /** Returns the port on the host; on the host's network the API server fills in the container's own port. */
    private @Nullable Integer hostPort(ContainerPort port) {
        boolean unset = port.getHostPort() == null || port.getHostPort() == 0;
        return unset && hostNetwork ? port.getContainerPort() : port.getHostPort();
    }
}
