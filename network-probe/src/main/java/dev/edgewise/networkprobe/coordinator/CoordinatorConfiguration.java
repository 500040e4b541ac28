package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.pairs.PublishProperties;
import dev.edgewise.networkprobe.sources.OnSource;
import dev.edgewise.networkprobe.sources.Source;
import java.time.Duration;
import java.util.Random;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** Puts the coordinator together. */
@Configuration(proxyBeanMethods = false)
@OnSource(Source.AGENTS)
class CoordinatorConfiguration {
    @Bean
    PairTable agentPairs(AgentsProperties agents, PublishProperties publish, SteadyTime time) {
        return new PairTable(
                publish.rule(AgentsSource.NAME, Duration.ZERO),
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
    @Order(1)
    AgentsSource agentsSource(
            Coordinator coordinator, NodeDirectory nodes, PairTable agentPairs, AgentsProperties agents) {
        return new AgentsSource(coordinator, nodes, agentPairs, agents.round());
    }

    @Bean
    @Order(2)
    EstimatesSource estimatesSource(EstimateTable table, SteadyTime time) {
        return new EstimatesSource(table, time::wall);
    }

    @Bean
    AgentGate agentGate(SecurityProperties security, ObjectProvider<AgentTokens> tokens) {
        return security.reviewsTokens() ? AgentGate.of(tokens.getObject()) : AgentGate.OPEN;
    }

    @Bean
    PeersGate peersGate(AgentGate agents, AccessGuard guard, ObjectProvider<ReviewApi> reviews) {
        return new PeersGate(agents, guard, () -> reviews.getObject().namespace());
    }
}
