package dev.edgewise.scheduler.metrics;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.cycle.CycleObserver.Result;
import dev.edgewise.scheduler.cycle.CycleObserver.Step;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.queue.QueueObserver.Cause;
import dev.edgewise.scheduler.queue.QueueObserver.Part;
import dev.edgewise.scheduler.testing.Scenario;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchedulerMetricsTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void attemptsHaveTheStockNamesAndBuckets() {
        CycleMetrics metrics = new CycleMetrics(
                registry, ObservationRegistry.NOOP, new DecisionLogger(Runnable::run, new ManualTicker()));
        metrics.attempted("edgewise", Result.SCHEDULED, Duration.ofMillis(3));
        metrics.scheduled(2, Duration.ofMillis(30));
        metrics.scheduled(40, Duration.ofMinutes(9));
        metrics.stepped(Step.BIND, "edgewise", true, Duration.ofMillis(2));
        metrics.preempted(0);
        metrics.preempted(3);

        assertThat(registry.scrape())
                .contains("scheduler_schedule_attempts_total{profile=\"edgewise\",result=\"scheduled\"} 1.0")
                .contains(
                        "scheduler_scheduling_attempt_duration_seconds_bucket{profile=\"edgewise\",result=\"scheduled\""
                                + ",le=\"0.002\"} 0")
                .contains(
                        "scheduler_scheduling_attempt_duration_seconds_bucket{profile=\"edgewise\",result=\"scheduled\""
                                + ",le=\"0.004\"} 1")
                .contains("scheduler_scheduling_algorithm_duration_seconds_bucket{le=\"16.384\"} 0")
                .contains("scheduler_pod_scheduling_sli_duration_seconds_count{attempts=\"2\"} 1")
                .contains("scheduler_pod_scheduling_sli_duration_seconds_count{attempts=\"16+\"} 1")
                .contains("scheduler_pod_scheduling_attempts_bucket{le=\"2.0\"} 1")
                .contains("scheduler_framework_extension_point_duration_seconds_count"
                        + "{extension_point=\"Bind\",profile=\"edgewise\",status=\"Success\"} 1")
                .contains("scheduler_preemption_attempts_total 2.0")
                .contains("scheduler_preemption_victims_bucket{le=\"4.0\"} 1");
    }

    @Test
    void arrivalsHaveTheStockNames() {
        IncomingPodsCounter metrics = new IncomingPodsCounter(registry);
        metrics.entered(Part.ACTIVE, Cause.POD_ADDED, null);
        metrics.entered(Part.BACKOFF, Cause.CLUSTER_EVENT, ClusterEvent.NODE_ADDED);

        assertThat(registry.scrape())
                .contains("scheduler_queue_incoming_pods_total{event=\"PodAdd\",queue=\"active\"} 1.0")
                .contains("scheduler_queue_incoming_pods_total{event=\"NodeAdd\",queue=\"backoff\"} 1.0");
    }

    @Test
    void gaugesTellHowFullQueueAndStateAre() {
        Scenario scenario = new Scenario(BuiltInProfiles.stock(), 1)
                .nodes(node("n1").cpu("1"))
                .pods(pod("fits"), pod("big").cpu("2"), pod("gated").gate("quota"))
                .run();
        scenario.state.reservations().serve(true);
        scenario.state.reservations().put(reservation("kept").cpu(100).build());
        scenario.state.reservations().put(reservation("large").cpu(100_000).build());
        scenario.state.reservations().accept(10);
        new SchedulerMetrics(scenario.state, scenario.queue, List.of(BuiltInProfiles.stock())).bindTo(registry);

        assertThat(registry.scrape())
                .contains("scheduler_pending_pods{queue=\"active\"} 0.0")
                .contains("scheduler_pending_pods{queue=\"unschedulable\"} 1.0")
                .contains("scheduler_pending_pods{queue=\"gated\"} 1.0")
                .contains("edgewise_reservations{phase=\"active\"} 1.0")
                .contains("edgewise_recovery_pods{protected=\"false\"} 0.0")
                .contains("edgewise_reservations{phase=\"unschedulable\"} 1.0")
                .contains("edgewise_reservations{phase=\"taken\"} 0.0")
                .contains("scheduler_cache_size{type=\"nodes\"} 1.0")
                .contains("scheduler_cache_size{type=\"assumed_pods\"} 1.0")
                .contains("scheduler_unschedulable_pods{plugin=\"NodeResourcesFit\",profile=\"stock\"} 1.0");
    }
}
