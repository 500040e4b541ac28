package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.cluster.PromisedCapacity;
import dev.edgewise.global.decide.AttemptProperties;
import dev.edgewise.global.member.AttemptPhaseReader;
import dev.edgewise.global.member.OrphanedAnchorCleaner;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.view.LeftoverFinder;
import dev.edgewise.global.view.RequestStore;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.watch.ModuleWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Reaches the member clusters. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({MemberProperties.class, AttemptProperties.class})
class RemoteConfiguration {
    private static final Duration CHECK = Duration.ofMillis(200);
    private static final String PROFILES = "multicluster.x-k8s.io";

    @Bean(destroyMethod = "close")
    MemberRegistry memberRegistry(
            MemberProperties properties, RequestStore store, Clock clock, Ticker ticker, MeterRegistry meters) {
        MemberRegistry registry = new MemberRegistry(properties.limits(), store::isSynced, clock, ticker);
        Gauge.builder("edgewise.global.members", registry, each -> each.all().size())
                .description("Member clusters that have a Secret")
                .register(meters);
        Gauge.builder("edgewise.global.members.reachable", registry, each -> each.members().values().stream()
                        .filter(member -> member.reachable())
                        .count())
                .description("Member clusters that answer")
                .register(meters);
        return registry;
    }

    @Bean
    ModuleWatchedKinds memberKinds(MemberRegistry registry, OwnNamespace namespace) {
        return new ModuleWatchedKinds(List.of(
                WatchedKind.all(Secret.class, registry::secret, registry::secretGone)
                        .in(namespace.name(), GlobalRequestObjectNames.CLUSTER_LABEL),
                new WatchedKind<>(
                        "clusterprofiles",
                        "/apis/" + PROFILES + "/v1alpha1/clusterprofiles",
                        "",
                        "",
                        GenericKubernetesResource.class,
                        all -> true,
                        profile -> registry.profile(
                                profile.getMetadata().getNamespace(),
                                profile.getMetadata().getName(),
                                new ObjectMapper().convertValue(profile.getAdditionalProperties(), JsonNode.class)),
                        registry::profileGone,
                        null,
                        isServed -> {})));
    }

    @Bean
    RequiredAccess memberAccess() {
        return new RequiredAccess(List.of(new Permission("get", "", "namespaces", null, "kube-system")));
    }

    @Bean
    PromisedCapacity promisedCapacity(MemberProperties properties) {
        return new PromisedCapacity(properties.promiseFor());
    }

    @Bean
    RequestPreparation requestPreparation(ManifestTexts texts, MemberProperties properties, Ticker ticker) {
        return new RequestPreparation(texts, properties.clusterScoped(), ticker);
    }

    @Bean(destroyMethod = "close")
    PromisedCapacitySynchronizer sharedPromises(
            RequestPreparation preparation,
            PromisedCapacity promised,
            MemberProperties properties,
            RequestStore store,
            Clock clock,
            Ticker ticker) {
        PromisedCapacitySynchronizer promises = new PromisedCapacitySynchronizer(
                preparation,
                promised,
                properties.promiseFor(),
                PromisedCapacitySynchronizer.RETRY_AFTER,
                clock,
                ticker);
        store.listen(promises);
        return promises;
    }

    @Bean(destroyMethod = "close")
    RemoteMemberClusters remoteMemberClusters(
            MemberRegistry registry,
            RequestPreparation preparation,
            AttemptPhaseReader confirmation,
            PromisedCapacity promised,
            MemberProperties properties,
            AttemptProperties attempts,
            ApiServerClient api,
            Clock clock,
            Ticker ticker) {
        return new RemoteMemberClusters(
                registry,
                preparation,
                confirmation,
                promised,
                properties.limits(),
                new ManagementClusterUidReader(api)::uid,
                attempts.fence(),
                clock,
                ticker);
    }

    @Bean
    OrphanedAnchorCleaner orphanedAnchorCleaner(
            MemberRegistry registry,
            RequestStore store,
            ApiServerClient api,
            ExecutorService leftoverThreads,
            MemberProperties properties,
            Ticker ticker) {
        return new OrphanedAnchorScan(
                registry,
                store,
                new ManagementClusterUidReader(api)::uid,
                leftoverThreads,
                properties.timeout().multipliedBy(2),
                ticker);
    }

    @Bean(destroyMethod = "shutdownNow")
    ExecutorService leftoverThreads() {
        return MemberThreads.bounded("leftovers", OrphanedAnchorScan.AT_A_TIME);
    }

    @Bean
    LeftoverFinder leftoverFinder(
            MemberRegistry registry,
            RequestStore store,
            ExecutorService leftoverThreads,
            MemberProperties properties,
            Ticker ticker) {
        return new LeftoverScan(
                registry,
                store,
                leftoverThreads,
                properties.clusterScoped(),
                properties.timeout().multipliedBy(2),
                ticker);
    }

    @Bean
    ProgressLoop memberLoop(MemberRegistry registry, Ticker ticker, MeterRegistry meters) {
        return new ProgressLoop("members", registry::checkDue, CHECK, ticker, meters);
    }

    @Bean
    LifecyclePhase memberPhase(ProgressLoop memberLoop) {
        return LifecyclePhase.of(LifecyclePhase.SIGNALS, memberLoop);
    }
}
