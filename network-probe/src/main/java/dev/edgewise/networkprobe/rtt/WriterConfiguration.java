package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.WriterLock;
import dev.edgewise.common.time.SteadyTime;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class WriterConfiguration {
    @Bean
    WriterTurn writerTurn(WriterLock lock, SteadyTime time) {
        return new WriterTurn(lock, identity(), time);
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
