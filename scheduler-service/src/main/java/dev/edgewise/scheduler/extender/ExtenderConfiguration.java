package dev.edgewise.scheduler.extender;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.explain.JsonPodReader;
import dev.edgewise.scheduler.plugins.ProfileSet;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationPredicate;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.observation.ServerRequestObservationContext;

/** The extender; nobody reaches it unless a port is set for it. */
@Configuration(proxyBeanMethods = false)
class ExtenderConfiguration {
    @Bean
    static ExtenderConnector extenderConnector(ExtenderProperties properties, SslBundles bundles) {
        return new ExtenderConnector(properties.port(), properties.sslBundle(), bundles);
    }

    @Bean
    ExtenderPort extenderPort(ExtenderConnector connector) {
        return new ExtenderPort(connector::port);
    }

    @Bean
    Bodies extenderBodies(ExtenderProperties properties, Ticker ticker) {
        return new Bodies(
                Math.toIntExact(properties.maxBody().toBytes()),
                properties.maxBodies().toBytes(),
                properties.deadline(),
                ticker);
    }

    @Bean
    Tally extenderTally(MeterRegistry registry, Ticker ticker) {
        return new Tally(registry, ticker);
    }

    /** Questions come at the pace of a kube-scheduler, and {@link Tally} counts and times them. */
    @Bean
    static ObservationPredicate unobservedQuestions() {
        return (name, context) ->
                !(context instanceof ServerRequestObservationContext request && isQuestion(request.getCarrier()));
    }

    private static boolean isQuestion(@Nullable HttpServletRequest request) {
        return request != null && request.getRequestURI().startsWith("/scheduler/");
    }

    /** Its thread is started by the first question. */
    @Bean(destroyMethod = "shutdownNow")
    ExecutorService extenderSnapshots() {
        return Executors.newSingleThreadExecutor(task -> {
            Thread created = new Thread(task, "extender-snapshots");
            created.setDaemon(true);
            return created;
        });
    }

    @Bean
    Extender extender(
            JsonPodReader pods,
            ProfileSet profiles,
            ClusterState state,
            ExtenderProperties properties,
            Tally tally,
            ExecutorService extenderSnapshots,
            Clock clock,
            Ticker ticker) {
        // So that an answer that favours no node still comes in time.
        Duration longest = properties.deadline().dividedBy(2);
        RecentSnapshot snapshots = new RecentSnapshot(state::snapshot, extenderSnapshots, longest, ticker);
        return new Extender(
                pods,
                edgeProfiles(profiles, properties),
                () -> snapshots.get().at(clock.instant()),
                properties.deadline(),
                ticker,
                tally);
    }

    private static EdgeProfiles edgeProfiles(ProfileSet profiles, ExtenderProperties properties) {
        try {
            return new EdgeProfiles(profiles, properties.profile());
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationException(
                    e.getMessage() + ".", "Correct edgewise.scheduler.extender.profile.");
        }
    }
}
