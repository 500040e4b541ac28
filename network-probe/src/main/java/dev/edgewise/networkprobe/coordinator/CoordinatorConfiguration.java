package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.common.signal.publish.WriteTurn;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.pairs.PublishProperties;
import dev.edgewise.networkprobe.rtt.ProgressLoop;
import dev.edgewise.networkprobe.sources.ConditionalOnRttSource;
import dev.edgewise.networkprobe.sources.Source;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Random;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the coordinator together. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnRttSource(Source.AGENTS)
class CoordinatorConfiguration {
    @Bean
    PairTable agentPairs(AgentsProperties agents, PublishProperties publish, SteadyTime time) {
        return new PairTable(
                publish.rule(Source.AGENTS),
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
    RttModel rttModel(PeersProperties peers, EstimatesProperties estimates) {
        return RttModel.of(peers.settings(), estimates.settings(), new Random());
    }

    @Bean
    Coordinator coordinator(
            AgentsProperties agents,
            EstimatesProperties estimates,
            NodeDirectory nodes,
            PairTable agentPairs,
            EstimateTable table,
            RttModel model,
            CoordinatorListener listener) {
        Coordinator.Settings settings = new Coordinator.Settings(
                agents.round(),
                agents.echoes(),
                agents.reportsPerRound(),
                agents.reportsPerSecond(),
                estimates.every());
        return new Coordinator(settings, nodes, agentPairs, table, model, listener);
    }

    @Bean
    AgentsSource agentsSource(Coordinator coordinator, PairTable agentPairs) {
        return new AgentsSource(coordinator, agentPairs);
    }

    @Bean
    ProgressLoop roundLoop(
            Coordinator coordinator,
            NodeDirectory nodes,
            WriteTurn turn,
            SteadyTime time,
            AgentsProperties agents,
            Ticker ticker,
            MeterRegistry meters) {
        RoundTicker rounds = new RoundTicker(coordinator, nodes, turn, time, agents.round());
        return new ProgressLoop("rtt-rounds", rounds::step, RoundTicker.STEP, ticker, meters);
    }

    @Bean
    LifecyclePhase roundPhase(ProgressLoop roundLoop) {
        return new LifecyclePhase(LifecyclePhase.MEASURE, roundLoop::start, roundLoop::stop);
    }

    @Bean
    EstimatesSource estimatesSource(EstimateTable table, SteadyTime time, Coordinator coordinator) {
        return new EstimatesSource(table, time::wall, coordinator::adopted);
    }

    @Bean
    AgentAuthenticator agentGate(SecurityProperties security, ObjectProvider<AgentTokens> tokens) {
        return security.reviewsTokens() ? AgentAuthenticator.of(tokens.getObject()) : AgentAuthenticator.OPEN;
    }

    @Bean
    PeersGate peersGate(AgentAuthenticator agents, AccessGuard guard, ObjectProvider<ReviewApi> reviews) {
        return new PeersGate(agents, guard, () -> reviews.getObject().namespace());
    }
}
