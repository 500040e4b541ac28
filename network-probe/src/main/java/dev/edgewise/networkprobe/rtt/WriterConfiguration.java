package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.publish.LockedWriteTurn;
import dev.edgewise.common.signal.publish.WriteTurn;
import dev.edgewise.common.signal.rtt.RoundTripTimeJson;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class WriterConfiguration {
    @Bean
    WriteTurn writeTurn(SignalStores stores, SteadyTime time) {
        String identity = ReplicaIdentity.ofThisContainer().name();
        return new LockedWriteTurn(
                RoundTripTimeJson.KIND.name(), stores.writerOf(RoundTripTimeJson.KIND), identity, time);
    }
}
