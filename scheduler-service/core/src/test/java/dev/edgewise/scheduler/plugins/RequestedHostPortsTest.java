package dev.edgewise.scheduler.plugins;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.HostPort;
import dev.edgewise.scheduler.model.HostPorts;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.testing.TestPods;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RequestedHostPortsTest {
    private static final List<HostPort> SOME = List.of(
            new HostPort(HostPort.ANY, "TCP", 80),
            new HostPort(HostPort.ANY, "UDP", 80),
            new HostPort("10.0.0.1", "TCP", 80),
            new HostPort("10.0.0.2", "TCP", 80),
            new HostPort("10.0.0.1", "TCP", 81));

    @Test
    void portsClashAsTheyDoOneByOne() {
        for (HostPort wanted : SOME) {
            for (HostPort used : SOME) {
                assertThat(new RequestedHostPorts(new HostPorts(List.of(wanted))).clashOn(using(List.of(used))))
                        .as("%s, %s", wanted, used)
                        .isEqualTo(clash(wanted, used));
            }
        }
    }

    @Test
    @Timeout(20)
    void manyPortsAreLookedUpNotCompared() {
        RequestedHostPorts wanted = new RequestedHostPorts(new HostPorts(ports("10.0.0.1")));
        NodeState node = using(ports("10.0.0.2"));
        for (int i = 0; i < 50; i++) {
            assertThat(wanted.clashOn(node)).isFalse();
        }
    }

    /** All addresses clash with each one. */
    private static boolean clash(HostPort one, HostPort other) {
        boolean isAny = one.ip().equals(HostPort.ANY) || other.ip().equals(HostPort.ANY);
        return one.port() == other.port()
                && one.protocol().equals(other.protocol())
                && (isAny || one.ip().equals(other.ip()));
    }

    private static List<HostPort> ports(String ip) {
        return IntStream.rangeClosed(1, 65_000)
                .mapToObj(port -> new HostPort(ip, "TCP", port))
                .toList();
    }

    private static NodeState using(List<HostPort> ports) {
        TestPods.Builder pod = pod("p");
        ports.forEach(port -> pod.hostPort(port.ip(), port.protocol(), port.port()));
        return NodeState.of(node("n1").build()).with(pod.build());
    }
}
