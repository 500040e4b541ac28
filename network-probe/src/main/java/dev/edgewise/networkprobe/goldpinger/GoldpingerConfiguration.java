package dev.edgewise.networkprobe.goldpinger;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.networkprobe.figures.SourceMetrics;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.pairs.PublishProperties;
import dev.edgewise.networkprobe.sources.ConditionalOnRttSource;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the source that asks Goldpinger. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnRttSource(RttSourceKind.GOLDPINGER)
class GoldpingerConfiguration {
    /** Number of refreshes after which a ping weighs half. */
    private static final int HALF_LIFE = 10;

    private static final Status DEGRADED = new Status("DEGRADED");

    @Bean
    PairTable goldpingerPairs(GoldpingerProperties properties, PublishProperties publish, SteadyTime time) {
        publish.requireConfirmed("edgewise.network-probe.goldpinger.refresh", properties.refresh());
        return new PairTable(
                publish.rule(RttSourceKind.GOLDPINGER),
                properties.refresh().multipliedBy(HALF_LIFE),
                properties.refresh(),
                1,
                properties.silentRounds(),
                time::wall);
    }

    @Bean
    GoldpingerClient goldpingerClient(
            GoldpingerProperties properties,
            GoldpingerPodNodes pods,
            PairTable goldpingerPairs,
            NodeDirectory nodes,
            SteadyTime time,
            MeterRegistry meters,
            Clock clock) {
        SourceMetrics figures = new SourceMetrics(meters, nodes, RttSourceKind.GOLDPINGER);
        figures.show(goldpingerPairs, clock);
        GoldpingerRecorder recorder = new GoldpingerRecorder(goldpingerPairs, nodes, figures);
        return new GoldpingerClient(properties, pods, recorder, time, meters);
    }

    @Bean
    ProgressLoop goldpingerLoop(
            GoldpingerClient client, GoldpingerProperties properties, Ticker ticker, MeterRegistry meters) {
        return new ProgressLoop("goldpinger", client::poll, properties.refresh(), ticker, meters);
    }

    /** {@code DEGRADED}, with the reason, while Goldpinger says nothing of any pair. */
    @Bean("goldpinger")
    HealthIndicator goldpingerHealth(GoldpingerClient client) {
        return () -> client.trouble()
                .map(why -> Health.status(DEGRADED).withDetail("trouble", why).build())
                .orElseGet(() -> Health.up().build());
    }

    @Bean
    LifecyclePhase goldpingerPhase(ProgressLoop goldpingerLoop, GoldpingerClient client) {
        return new LifecyclePhase(LifecyclePhase.MEASURE, goldpingerLoop::start, () -> {
            goldpingerLoop.stop();
            client.stop();
        });
    }
}
