package dev.edgewise.scheduler.kubernetes.fence;

import dev.edgewise.common.MemberFenceNames;
import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the fence. Where no namespace is set, its loop has nothing to do. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(FenceProperties.class)
class FenceConfiguration {
    /** A deletion is so late at most: less than the shortest fence that global-scheduler allows. */
    private static final Duration PAUSE = Duration.ofSeconds(3);

    @Bean
    ProgressLoop fenceLoop(
            FenceProperties properties,
            ApiServerClient api,
            ReplicaIdentity identity,
            WriteGate gate,
            Clock clock,
            Ticker ticker,
            MeterRegistry meters) {
        if (properties.namespaces().isEmpty()) {
            return new ProgressLoop("fence", () -> {}, Duration.ofMinutes(1), ticker, meters);
        }
        AnchorConfigMapFence fence =
                new AnchorConfigMapFence(properties.namespaces(), api, identity.name(), gate, clock, ticker, meters);
        return new ProgressLoop("fence", fence::step, PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase fencePhase(ProgressLoop fenceLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, fenceLoop);
    }

    @Bean
    RequiredAccess fenceAccess(FenceProperties properties) {
        List<Permission> all = new ArrayList<>();
        for (String namespace : properties.namespaces()) {
            all.add(new Permission("list", "", "configmaps", namespace));
            all.add(new Permission("delete", "", "configmaps", namespace));
        }
        if (!all.isEmpty()) {
            all.add(new Permission(
                    "patch",
                    "coordination.k8s.io",
                    "leases",
                    MemberFenceNames.MEMBER_NAMESPACE,
                    MemberFenceNames.LEASE));
        }
        return new RequiredAccess(all);
    }
}
