package dev.edgewise.common.boot;

import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.time.Ticker;
import java.time.Clock;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Time and randomness, so that no part makes its own. */
@AutoConfiguration
public class TimeAutoConfiguration {
    /** For what people read. */
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /** For intervals. */
    @Bean
    Ticker ticker() {
        return Ticker.system();
    }

    /** For what is dated by intervals. */
    @Bean
    SteadyTime steadyTime(Ticker ticker, Clock clock) {
        return new SteadyTime(ticker, clock);
    }

    /** For use by several threads at once. */
    @Bean
    RandomGenerator random() {
        return new Random();
    }
}
