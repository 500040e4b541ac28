package dev.edgewise.offloader.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

class PlanBoardTest {
    private static final String REVOKED = "pod ns/p0: Deployment ns/fibo could not be scaled: 403";

    private final LatestPlan board = new LatestPlan(new SimpleMeterRegistry());
    private final HealthIndicator health = new RoundsConfiguration().offloaderHealth(board);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    private static Logger log() {
        return (Logger) LoggerFactory.getLogger(ProblemStateLogger.class);
    }

    @BeforeEach
    void listen() {
        lines.start();
        log().addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        log().detachAppender(lines);
    }

    @Test
    void aSurgeThatIsHeldUpIsLoggedOnceAndShownUntilItGoesOn() {
        for (int second = 0; second < 60; second++) {
            board.surges(Optional.of(REVOKED));
        }
        Health held = health.health();
        assertThat(held.getStatus().getCode()).isEqualTo("DEGRADED");
        assertThat(held.getDetails()).containsEntry("surge", REVOKED).doesNotContainKey("trouble");

        board.surges(Optional.empty());
        board.surges(Optional.empty());
        assertThat(health.health().getStatus().getCode()).isEqualTo("UP");
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("A surge cannot continue and is retried; cause=" + REVOKED, "All surges continue");
    }

    @Test
    void whoLeadsNoMoreHasNoTrouble() {
        board.trouble("the watch of pods is out");
        board.surges(Optional.of(REVOKED));
        board.standBy();
        assertThat(health.health().getStatus().getCode()).isEqualTo("UP");
        assertThat(lines.list).hasSize(2);
    }
}
