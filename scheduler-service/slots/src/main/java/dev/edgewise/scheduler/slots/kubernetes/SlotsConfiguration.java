package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.kubernetes.watch.ModuleWatchedKinds;
import dev.edgewise.scheduler.cycle.PreBindStep;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.framework.FactListener;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.slots.NodeSetUpProperties;
import dev.edgewise.scheduler.slots.SlotsProperties;
import dev.edgewise.scheduler.slots.application.SlotPodSettings;
import dev.edgewise.scheduler.slots.decide.NamespaceDecider;
import dev.edgewise.scheduler.slots.decide.SlotDecider;
import dev.edgewise.scheduler.slots.state.PausePodDeletionPreBind;
import dev.edgewise.scheduler.slots.state.SlotCapacityStateExtension;
import dev.edgewise.scheduler.slots.state.SlotFilter;
import dev.edgewise.scheduler.slots.state.SlotIndex;
import dev.edgewise.scheduler.slots.view.JobHistoryCleaner;
import dev.edgewise.scheduler.slots.view.SlotObjectReader;
import dev.edgewise.scheduler.slots.view.SlotObjectWriter;
import dev.edgewise.scheduler.slots.view.SlotObjects;
import dev.edgewise.scheduler.slots.view.TestbedNodes;
import dev.edgewise.scheduler.state.ClusterFeed;
import dev.edgewise.scheduler.state.ClusterState;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The beans of batch slots. They exist in each deployment, so that the context that the build has prepared fits with
 * and without slots; where slots are not enabled, nothing is watched and the loops do nothing.
 */
@Configuration(proxyBeanMethods = false)
class SlotsConfiguration {
    /** The time that a change waits for its decision at most. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    @Bean
    SlotCache slotCache(Ticker ticker) {
        return new SlotCache(ticker);
    }

    @Bean
    SlotObjects slotObjects(SlotCache cache, SlotFactPublisher view, ClusterWatch watch) {
        return new WatchedSlotObjects(cache, () -> view.missing().isEmpty() && watch.isSynced());
    }

    @Bean
    SlotObjectReader slotObjectReader(ApiServerClient api) {
        return new KubernetesSlotObjectReader(api);
    }

    @Bean
    SlotObjectWriter slotObjectWriter(ApiServerClient api, Ticker ticker) {
        return new KubernetesSlotObjectWriter(api, ticker, time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));
    }

    @Bean
    TestbedNodes testbedNodes(ApiServerClient api, ClusterState state) {
        return new TestbedNodeLabels(api, state::snapshot);
    }

    @Bean
    JobHistoryCleaner jobHistory(ApiServerClient api) {
        return new KubernetesJobHistoryCleaner(api);
    }

    @Bean
    SlotFactPublisher slotView(SlotCache cache, ClusterFeed feed) {
        return new SlotFactPublisher(cache, feed);
    }

    @Bean
    ClaimsStore claimsStore(ApiServerClient api, SlotCache cache, OwnNamespace namespace) {
        return new ClaimsStore(api, cache, namespace.name());
    }

    @Bean
    ModuleWatchedKinds slotKinds(
            SlotsProperties properties,
            SlotCache cache,
            SlotFactPublisher view,
            ClaimsStore claims,
            OwnNamespace namespace) {
        return properties.enabled()
                ? new SlotWatches(cache, view, claims, namespace.name()).all()
                : new ModuleWatchedKinds(List.of());
    }

    @Bean
    RequiredAccess slotsAccess(SlotsProperties properties, OwnNamespace namespace) {
        return properties.enabled() ? SlotsAccess.all(namespace.name()) : new RequiredAccess(List.of());
    }

    @Bean
    RequiredAccess nodeSetUpAccess(SlotsProperties properties, NodeSetUpProperties nodeSetUp) {
        return properties.enabled() && nodeSetUp.enabled() ? SlotsAccess.NODE_SET_UP : new RequiredAccess(List.of());
    }

    @Bean
    Filter slotFilter() {
        return new SlotFilter();
    }

    @Bean
    FactListener<SlotIndex> slotListener() {
        return SlotIndex.LISTENER;
    }

    @Bean
    PreBindStep pausePodDeletionPreBind(ClusterState state, ApiServerClient api, Retries retries) {
        return new PausePodDeletionPreBind(state, new KubernetesPausePodDeleter(api, retries));
    }

    @Bean
    SlotDecider slotDecider(SlotsProperties properties) {
        return new NamespaceDecider(properties.rules());
    }

    @Bean
    SlotMetrics slotMetrics(SlotCache cache, MeterRegistry meters) {
        return new SlotMetrics(cache, meters);
    }

    @Bean
    SlotActionExecutor slotWriter(
            SlotsProperties properties,
            SlotCache cache,
            SlotFactPublisher view,
            ClaimsStore claims,
            ApiServerClient api,
            OwnNamespace namespace,
            SlotKubernetesEventRecorder events) {
        return new SlotActionExecutor(
                api,
                cache,
                view,
                claims,
                new SlotPausePodManifest(namespace.name(), properties.ghostImage(), properties.ghostPriorityClass()),
                new SlotPodSettings(properties.schedulerName(), properties.priorityClass()),
                events);
    }

    @Bean
    ProgressLoop slotsLoop(
            SlotsProperties properties,
            SlotCache cache,
            SlotFactPublisher view,
            SlotDecider decider,
            SlotActionExecutor writer,
            SlotMetrics metrics,
            ClusterState state,
            ProfileSet profiles,
            SchedulingLoopAccess decisions,
            Clock clock,
            Ticker ticker,
            MeterRegistry meters) {
        if (!properties.enabled()) {
            return new ProgressLoop("slots", () -> {}, Duration.ofMinutes(1), ticker, meters);
        }
        SlotCapacityStateExtension table = SlotCapacityStateExtension.register(state, profiles::isOfExtender);
        SlotReconciler reconciler = new SlotReconciler(
                cache,
                new SlotDecisionInputReader(cache, state, clock),
                decider,
                writer,
                view,
                decisions,
                metrics,
                ticker);
        Runnable step = () -> {
            state.step(table::settleLacking);
            reconciler.step();
        };
        return new ProgressLoop("slots", step, PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase slotsPhase(SlotsProperties properties, ProgressLoop slotsLoop) {
        return properties.enabled()
                ? LifecyclePhase.of(LifecyclePhase.PUBLISH, slotsLoop)
                : new LifecyclePhase(LifecyclePhase.PUBLISH, () -> {}, () -> {});
    }

    @Bean
    SlotsHealth slotsHealthIndicator(
            SlotsProperties properties, SlotFactPublisher view, SlotMetrics metrics, SlotCache cache) {
        return new SlotsHealth(properties.enabled(), view, metrics, cache);
    }
}
