package dev.edgewise.common.boot;

import dev.edgewise.common.time.LocalWallClock;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.time.Ticker;
import java.time.Clock;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Time and randomness, so that no part makes its own. */
@AutoConfiguration
public class TimeAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    LocalWallClock machineClock() {
        return new LocalWallClock(Clock.systemUTC());
    }

    /**
     * Clock of timestamps. A service of a cluster has another, primary one, which is the API server's: times of other
     * machines compare with that only.
     */
    @Bean
    Clock clock(LocalWallClock machine) {
        return machine.clock();
    }

    /** Ticker for intervals. */
    @Bean
    Ticker ticker() {
        return Ticker.system();
    }

    /** Clock of timestamps that are measured by intervals. */
    @Bean
    SteadyTime steadyTime(Ticker ticker, Clock clock) {
        return new SteadyTime(ticker, clock);
    }

    /** Source of random numbers for several threads. */
    @Bean
    RandomGenerator random() {
        return new Random();
    }
}
