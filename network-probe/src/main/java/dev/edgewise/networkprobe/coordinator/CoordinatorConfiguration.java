package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.networkprobe.estimates.EstimateTable;
import dev.edgewise.networkprobe.estimates.EstimatesProperties;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.pairs.PublishProperties;
import dev.edgewise.networkprobe.peers.MaxMeasurers;
import dev.edgewise.networkprobe.peers.PeerPlanner;
import dev.edgewise.networkprobe.peers.PeersProperties;
import dev.edgewise.networkprobe.peers.RttMeasurementPlanner;
import dev.edgewise.networkprobe.sources.ConditionalOnRttSource;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Instant;
import java.util.Random;
import java.util.function.Consumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the coordinator. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnRttSource(RttSourceKind.AGENTS)
class CoordinatorConfiguration {
    @Bean
    PairTable agentPairs(AgentsProperties agents, PublishProperties publish, SteadyTime time) {
        publish.requireConfirmed("edgewise.network-probe.agents.round", agents.round());
        return new PairTable(
                publish.rule(RttSourceKind.AGENTS),
                agents.halfLife(),
                agents.round(),
                agents.echoes(),
                agents.silentRounds(),
                time::wall);
    }

    @Bean
    EstimateTable estimateTable(EstimatesProperties properties, SteadyTime time) {
        return new EstimateTable(properties.nearest(), properties.validFor(), time::wall);
    }

    @Bean
    RttMeasurementPlanner rttModel(AgentsProperties agents, PeersProperties peers, EstimatesProperties estimates) {
        Random random = new Random();
        RttEstimator estimator = new RttEstimator(estimates.level(), estimates.maxAge(), random);
        return new PeerPlanner(peers, MaxMeasurers.of(agents.round(), agents.echoes()), estimator, random);
    }

    @Bean
    Coordinator coordinator(
            AgentsProperties agents,
            EstimatesProperties estimates,
            NodeDirectory nodes,
            PairTable agentPairs,
            EstimateTable table,
            RttMeasurementPlanner model,
            CoordinatorObserver listener) {
        estimates.requireRound(agents.round());
        return new Coordinator(agents, estimates.every(), nodes, agentPairs, table, model, listener);
    }

    @Bean
    ProgressLoop roundLoop(
            Coordinator coordinator,
            NodeDirectory nodes,
            WriterElection turn,
            SteadyTime time,
            AgentsProperties agents,
            Ticker ticker,
            MeterRegistry meters,
            ObjectProvider<ObservationRegistry> observations) {
        ObservationRegistry registry = observations.getIfAvailable(() -> ObservationRegistry.NOOP);
        RoundTicker rounds = new RoundTicker(observed(coordinator, registry), nodes, turn, time, agents.round());
        return new ProgressLoop("rtt-rounds", rounds::step, RoundTicker.STEP, ticker, meters);
    }

    static Consumer<Instant> observed(Coordinator coordinator, ObservationRegistry registry) {
        return now ->
                Observation.createNotStarted("edgewise.rtt.round", registry).observe(() -> coordinator.round(now));
    }

    @Bean
    LifecyclePhase roundPhase(ProgressLoop roundLoop) {
        return LifecyclePhase.of(LifecyclePhase.MEASURE, roundLoop);
    }
}
