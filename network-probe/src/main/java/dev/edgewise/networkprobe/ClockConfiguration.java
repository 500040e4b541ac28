package dev.edgewise.networkprobe;

import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.time.Ticker;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ClockConfiguration {
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    SteadyTime steadyTime(Clock clock) {
        return new SteadyTime(Ticker.system(), clock);
    }
}
