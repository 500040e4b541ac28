package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The work for an attempt in a cluster whose name leads now to one API server and now to another. */
class AttemptWorkIT {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private TestMember member;

    @BeforeEach
    void start() throws Exception {
        member = new TestMember(NOW);
        member.uid = "other";
    }

    @AfterEach
    void stop() {
        member.close();
    }

    /** A check reads the attempt's own cluster whenever the work asks for the time after it has seen the other one. */
    @Test
    void anAnswerOfAnotherClusterIsNeverSaidToBeOfTheAttemptsOwn() throws Exception {
        Attempt attempt = new Attempt(1, 0, 0, "edge", "own", AttemptPhase.CLEANING, NOW, NOW, NOW, "");
        PreparedRequestManifests nothing = new PreparedRequestManifests(List.of(), List.of(), false, false, "");
        AttemptWork work = new AttemptWork(
                member.handle,
                TestRequests.of("a", "[edge]").request(),
                attempt,
                nothing,
                (request, one) -> AttemptPhase.CLEANING,
                Duration.ofMinutes(1),
                new CheckingClock());

        AttemptObservation seen = work.delete();

        assertThat(seen.clusterUid()).isEqualTo("other");
    }

    /** Lets a check of the member, which its own cluster answers, precede each reading but the first. */
    private final class CheckingClock extends Clock {
        private int readings;

        @Override
        public Instant instant() {
            if (++readings > 1) {
                member.uid = "own";
                try {
                    member.handle.uid();
                } catch (MemberUnreachableException unexpected) {
                    throw new AssertionError(unexpected);
                }
            }
            return NOW;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }
}
