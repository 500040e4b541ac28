package dev.edgewise.scheduler.extender.transport;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.scheduler.extender.ExtenderProperties;
import dev.edgewise.scheduler.extender.buffer.BufferPool;
import dev.edgewise.scheduler.extender.judgement.Extender;
import dev.edgewise.scheduler.extender.judgement.ExtenderMetrics;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the extender's port; the extender is unreachable unless one is set. */
@Configuration(proxyBeanMethods = false)
class ExtenderServerConfiguration {
    @Bean
    ExtenderServer extenderServer(
            ExtenderProperties properties,
            SslBundles bundles,
            Extender extender,
            ClusterWatch watch,
            ExtenderMetrics metrics,
            Ticker ticker) {
        ExtenderRoutes paths = new ExtenderRoutes(extender, watch::isSynced);
        BufferPool buffers = new BufferPool(properties.maxBodies().toBytes());
        IncomingRequest.Limits limits =
                new IncomingRequest.Limits(Math.toIntExact(properties.maxBody().toBytes()), properties.deadline());
        boolean isPlain = properties.port() == null || properties.sslBundle().isEmpty();
        return new ExtenderServer(
                properties.port(),
                isPlain ? null : new ExtenderTls(properties.sslBundle(), bundles),
                new ExtenderRequestHandler(paths, buffers, limits, metrics, ticker),
                TimeoutSocket.Timeouts.beyond(properties.deadline()),
                ticker);
    }

    @Bean
    LifecyclePhase extenderPhase(ExtenderServer server) {
        return new LifecyclePhase(LifecyclePhase.SERVE, server::start, server::stop);
    }
}
