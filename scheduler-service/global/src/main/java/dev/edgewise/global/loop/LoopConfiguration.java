package dev.edgewise.global.loop;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.LoopHealth;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.adaptive.AdaptivePolicy;
import dev.edgewise.global.decide.AttemptProperties;
import dev.edgewise.global.decide.RequestDecider;
import dev.edgewise.global.kubernetes.RequestEvents;
import dev.edgewise.global.kubernetes.RequestWriter;
import dev.edgewise.global.member.MemberClusters;
import dev.edgewise.global.member.OrphanedAnchorCleaner;
import dev.edgewise.global.policy.ClusterRanker;
import dev.edgewise.global.policy.PolicyRanker;
import dev.edgewise.global.queue.QueueProperties;
import dev.edgewise.global.queue.RequestQueues;
import dev.edgewise.global.remote.MemberRegistry;
import dev.edgewise.global.replica.LiveReplicas;
import dev.edgewise.global.view.RequestStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the decisions. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({RequestDecisionProperties.class, QueueProperties.class, OrphanedAnchorProperties.class})
class LoopConfiguration {
    /** The interval of the steps that time alone causes. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    private static final Duration STUCK_AFTER = Duration.ofMinutes(1);

    @Bean
    ClusterRanker clusterRanker() {
        return new PolicyRanker();
    }

    @Bean
    RequestQueues requestQueues(QueueProperties properties) {
        return new RequestQueues(properties);
    }

    @Bean
    RequestDecider requestDecider(ClusterRanker ranker, AttemptProperties attempts, QueueProperties queue) {
        return new RequestDecider(ranker, attempts, queue.giveUpAfter());
    }

    @Bean(destroyMethod = "shutdownNow")
    ThreadPoolExecutor decisionThreads(RequestDecisionProperties properties) {
        return threads("decisions", properties.workers());
    }

    @Bean(destroyMethod = "shutdownNow")
    ThreadPoolExecutor bidThreads(RequestDecisionProperties properties) {
        return threads("bids", properties.askers());
    }

    private static ThreadPoolExecutor threads(String name, int count) {
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(count, count, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    @Bean
    RequestDecisionMetrics loopMetrics(MeterRegistry meters, RequestQueues queues, RequestEvents requestEvents) {
        return new RequestDecisionMetrics(meters, queues, requestEvents);
    }

    @Bean
    RequestLoop requestLoop(
            RequestStore store,
            RequestWriter writer,
            RequestDecider decider,
            AdaptivePolicy adaptive,
            RequestQueues queues,
            MemberClusters members,
            MemberRegistry registry,
            LiveReplicas replicas,
            RequestDecisionMetrics metrics,
            ThreadPoolExecutor decisionThreads,
            ThreadPoolExecutor bidThreads,
            RequestDecisionProperties properties,
            Clock clock,
            Ticker ticker) {
        RequestActionExecutor actions =
                new RequestActionExecutor(members, registry, bidThreads, properties.bidsWithin(), clock);
        RequestLoop loop = new RequestLoop(
                store,
                writer,
                decider,
                adaptive,
                queues,
                members,
                actions,
                replicas,
                metrics,
                decisionThreads,
                clock,
                ticker);
        store.listen(loop);
        registry.listen(name -> loop.memberChanged());
        return loop;
    }

    @Bean
    ProgressLoop globalLoop(RequestLoop requestLoop, Ticker ticker, MeterRegistry meters) {
        return new ProgressLoop("global-requests", requestLoop::step, PAUSE, ticker, meters);
    }

    @Bean
    ProgressLoop leftoverLoop(
            OrphanedAnchorCleaner anchors,
            MemberClusters members,
            RequestStore store,
            LiveReplicas replicas,
            OrphanedAnchorProperties properties,
            Ticker ticker,
            MeterRegistry meters) {
        OrphanedAnchorSweeper sweeper = new OrphanedAnchorSweeper(
                anchors,
                members,
                store::stored,
                () -> store.isSynced() && replicas.isLive(),
                replicas::isMine,
                properties,
                new OrphanedAnchorMetrics(meters),
                ticker);
        return new ProgressLoop("leftovers", sweeper::step, properties.searchEvery(), ticker, meters);
    }

    @Bean
    LifecyclePhase leftoverPhase(ProgressLoop leftoverLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, leftoverLoop);
    }

    /** Ends before the Lease is released: what is under way is written, or refused. */
    @Bean
    LifecyclePhase globalPhase(ProgressLoop globalLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, globalLoop);
    }

    @Bean
    LoopHealth globalLoopHealthIndicator(List<ProgressLoop> loops) {
        return new LoopHealth(loops, STUCK_AFTER);
    }
}
