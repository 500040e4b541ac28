package dev.edgewise.offloader.rounds.pause;

import dev.edgewise.common.time.Ticker;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the pause of all moves, with its metric. */
@Configuration(proxyBeanMethods = false)
class PauseConfiguration {
    @Bean
    PauseState pauseState(PauseStore store, Ticker ticker, MeterRegistry meters) {
        PauseState state = new PauseState(store, ticker);
        Gauge.builder("edgewise.offloader.paused", state, paused -> paused.wasPaused() ? 1 : 0)
                .description("1 while moves are paused")
                .register(meters);
        return state;
    }
}
