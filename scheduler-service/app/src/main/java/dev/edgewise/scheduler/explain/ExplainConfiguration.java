package dev.edgewise.scheduler.explain;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.kubernetes.json.JsonPodReader;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Clock;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Beans that explain and simulate placements, and the limit of both. */
@Configuration(proxyBeanMethods = false)
class ExplainConfiguration {
    @Bean
    JsonPodReader podReader() {
        return new JsonPodReader();
    }

    @Bean
    ExplanationService explanations(
            ClusterState state,
            ProfileSet profiles,
            DecisionHistory history,
            Clock clock,
            RandomGenerator random,
            SchedulingQueue queue,
            EventDetails details) {
        return new ExplanationService(
                state, profiles, history, clock, Ticker.system(), random, queue::hasActiveOrInFlightPods, details);
    }

    @Bean
    SimulationService simulations(
            ClusterState state,
            ExplanationService explanations,
            Clock clock,
            RandomGenerator random,
            SchedulingQueue queue) {
        return new SimulationService(
                state, explanations, clock, Ticker.system(), random, queue::hasActiveOrInFlightPods);
    }

    @Bean
    ExplanationLimiter explanationGate(SchedulingQueue queue) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return new ExplanationLimiter(
                queue::hasActiveOrInFlightPods,
                Ticker.system(),
                threads::getCurrentThreadCpuTime,
                Duration.ofSeconds(2));
    }

    @Bean
    WebMvcConfigurer explanationInterceptor(ExplanationLimiter gate) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(gate).addPathPatterns("/api/v1/explain/**", "/api/v1/placements*");
            }
        };
    }
}
