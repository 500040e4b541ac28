package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.publish.LockedWriteTurn;
import dev.edgewise.common.signal.publish.WriteTurn;
import dev.edgewise.common.signal.rtt.RoundTripTimeJson;
import dev.edgewise.common.time.SteadyTime;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class WriterConfiguration {
    @Bean
    WriteTurn writeTurn(SignalStores stores, SteadyTime time) {
        return new LockedWriteTurn(
                RoundTripTimeJson.KIND.name(), stores.writerOf(RoundTripTimeJson.KIND), identity(), time);
    }

    /** A container that starts again in its pod has the identity it had, and need not wait. */
    private static String identity() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "unknown-host";
        }
        return host + "/" + ProcessHandle.current().pid();
    }
}
