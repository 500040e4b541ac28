package dev.edgewise.scheduler.metrics;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class DecisionLoggerTest {
    private static final Duration TOOK = Duration.ofMillis(3);

    private final ManualTicker ticker = new ManualTicker();
    private final DecisionLogger logger = new DecisionLogger(Runnable::run, ticker);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        log().addAppender(lines);
    }

    @AfterEach
    void leave() {
        log().detachAppender(lines);
    }

    @Test
    void aBoundPodIsOneLine() {
        logger.concluded(decide(pod("p").build()), 2, TOOK);

        assertThat(written())
                .containsExactly("Pod scheduled; pod=default/p node=n profile=stock attempt=2 tookMillis=3");
    }

    @Test
    void aPodThatFailsAgainForTheSameReasonsIsNotLoggedAgain() {
        Decision rejected = decide(pod("p").cpu("1000").build());
        logger.concluded(rejected, 1, TOOK);
        logger.concluded(rejected, 2, TOOK);

        assertThat(written())
                .singleElement()
                .asString()
                .startsWith(
                        "Pod unschedulable; pod=default/p profile=stock attempt=1 tookMillis=3 leftOut=0 reasons=0/1"
                                + " nodes");
    }

    @Test
    void whatATenantWritesStaysOnOneLine() {
        logger.concluded(decide(pod("p").cpu("1000").build()).adding("one\nline"), 1, TOOK);

        assertThat(written()).singleElement().asString().endsWith("one line");
    }

    @Test
    void aFloodIsLimitedAndCounted() {
        for (int i = 0; i < DecisionLogger.MOST_A_SECOND + 7; i++) {
            logger.concluded(decide(pod("p" + i).cpu("1000").build()), 1, TOOK);
        }
        assertThat(written()).hasSize(DecisionLogger.MOST_A_SECOND);

        ticker.advance(Duration.ofSeconds(1));
        logger.concluded(decide(pod("last").cpu("1000").build()), 1, TOOK);
        assertThat(written()).last().asString().contains("pod=default/last", "leftOut=7");
    }

    private static Decision decide(Pod pod) {
        ClusterState cluster = new ClusterState(new TestClock());
        cluster.putNode(node("n").build());
        return new FilterAndScorePipeline(BuiltInProfiles.stock(), new Random(1)).decide(pod, cluster.snapshot());
    }

    private List<String> written() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private static Logger log() {
        return (Logger) LoggerFactory.getLogger(DecisionLogger.class);
    }
}
