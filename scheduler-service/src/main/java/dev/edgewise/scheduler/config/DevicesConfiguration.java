package dev.edgewise.scheduler.config;

import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.scheduler.claims.ClaimReserver;
import dev.edgewise.scheduler.claims.PreBinds;
import dev.edgewise.scheduler.claims.VolumeBinder;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.kubernetes.devices.KubernetesClaimWriter;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What gives pods the devices of their claims. */
@Configuration(proxyBeanMethods = false)
class DevicesConfiguration {
    @Bean
    ClaimReserver claimReserver(ClusterState state, ApiRequests api, Retries retries, WriteGate gate) {
        return new ClaimReserver(state, new KubernetesClaimWriter(api, retries, gate), gate);
    }

    /** Volumes first: they may take minutes, and a claim should not be held for a pod that gets none. */
    @Bean
    PreBinds preBinds(VolumeBinder volumes, ClaimReserver claims) {
        return new PreBinds(List.of(volumes, claims));
    }
}
