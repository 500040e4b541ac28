package dev.edgewise.kubernetes.testing;

import dev.edgewise.common.time.LocalWallClock;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.context.annotation.Bean;

/** Machines whose clock is a quarter of an hour off; sources of a service's context. */
public final class WrongClock {
    public static final Duration BY = Duration.ofMinutes(15);
    /** Configurations without a source, and with each of the two. */
    public static final List<List<Class<?>>> ALL = List.of(List.of(), List.of(Ahead.class), List.of(Behind.class));

    private WrongClock() {}

    /** A clock that is ahead. */
    public static class Ahead {
        @Bean
        LocalWallClock machineClock() {
            return new LocalWallClock(Clock.offset(Clock.systemUTC(), BY));
        }
    }

    /** A clock that is behind. */
    public static class Behind {
        @Bean
        LocalWallClock machineClock() {
            return new LocalWallClock(Clock.offset(Clock.systemUTC(), BY.negated()));
        }
    }

    /** Returns {@link #ALL} as arguments of tests with parameters. */
    public static List<List<Class<?>>> all() {
        return ALL;
    }
}
