package dev.edgewise.networkprobe.goldpinger;

import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.networkprobe.figures.SourceFigures;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.pairs.PublishProperties;
import dev.edgewise.networkprobe.sources.ConditionalOnRttSource;
import dev.edgewise.networkprobe.sources.Source;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the source together. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnRttSource(Source.GOLDPINGER)
class GoldpingerConfiguration {
    /** After so many refreshes a ping weighs half. */
    private static final int HALF_LIFE = 10;

    @Bean
    GoldpingerSource goldpingerSource(
            GoldpingerProperties properties,
            PublishProperties publish,
            NodeDirectory nodes,
            MeterRegistry meters,
            Clock clock,
            SteadyTime time) {
        PairTable pairs = new PairTable(
                publish.rule(Source.GOLDPINGER),
                properties.refresh().multipliedBy(HALF_LIFE),
                properties.refresh(),
                1,
                properties.silentRounds(),
                time::wall);
        SourceFigures figures = new SourceFigures(meters, nodes, Source.GOLDPINGER);
        figures.show(pairs, clock);
        return new GoldpingerSource(pairs, nodes, figures);
    }

    @Bean
    GoldpingerClient goldpingerClient(
            GoldpingerProperties properties,
            PodNodes pods,
            GoldpingerSource source,
            SteadyTime time,
            MeterRegistry meters) {
        return new GoldpingerClient(properties, pods, source, time, meters);
    }
}
