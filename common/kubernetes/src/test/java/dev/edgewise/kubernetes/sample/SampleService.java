package dev.edgewise.kubernetes.sample;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.EdgewiseServiceApplication;
import dev.edgewise.common.signal.SignalFollower;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.publish.PublishedSignals;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.kubernetes.lease.LeaderCallbacks;
import dev.edgewise.kubernetes.watch.ServiceWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import io.fabric8.kubernetes.api.model.Node;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.annotation.Bean;

/** The least service: it watches nodes, elects a leader, and shares temperatures that are put by REST. */
@EdgewiseServiceApplication
class SampleService {
    final Set<String> nodes = ConcurrentHashMap.newKeySet();
    final Map<String, Map<String, Reading>> heard = new ConcurrentHashMap<>();

    @Bean
    ServiceWatchedKinds kinds(PublishedSignals<Reading> published) {
        return ServiceWatchedKinds.of(
                WatchedKind.all(Node.class, node -> nodes.add(node.getMetadata().getName()), (none, name) -> {
                    nodes.remove(name);
                    published.retain(row -> true, nodes::contains);
                }));
    }

    @Bean
    LeaderCallbacks leader() {
        return LeaderCallbacks.NONE;
    }

    @Bean
    PublishedSignals<Reading> published(SignalStores stores, WriteGate gate, MeterRegistry meters) {
        return new PublishedSignals<>(Reading.KIND, stores, WriterElection.of(gate), meters);
    }

    @Bean
    SignalFollower<Reading> followed(SignalStores stores) {
        return new SignalFollower<>(Reading.KIND, stores, heard::put);
    }
}
