package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A member that this replica has just begun to know. */
class MemberHandleIT {
    private TestMember member;

    @BeforeEach
    void start() throws Exception {
        member = new TestMember(Instant.EPOCH);
        member.status = 503;
    }

    @AfterEach
    void stop() {
        member.close();
    }

    /** A replica that starts would otherwise give up all attempts under way. */
    @Test
    void isUnreachableWhenItHasFailedTwiceAndUnknownBefore() {
        assertThat(member.handle.isAsked()).isFalse();

        member.handle.check();
        assertThat(member.handle.isAsked()).isFalse();

        member.handle.check();
        assertThat(member.handle.isAsked()).isTrue();
        assertThat(member.handle.member().reachable()).isFalse();
    }

    @Test
    void isReachableWithItsFirstAnswer() throws Exception {
        member.status = 200;

        assertThat(member.handle.uid()).isEqualTo("u");

        assertThat(member.handle.isAsked()).isTrue();
        assertThat(member.handle.member().reachable()).isTrue();
    }

    /** The uid is written into the record of requests. */
    @Test
    void aUidThatIsNoneIsRefused() {
        member.status = 200;
        for (String wrong : new String[] {"x".repeat(65), "a b", "x".repeat(1 << 19)}) {
            member.uid = wrong;
            assertThatThrownBy(() -> member.handle.uid())
                    .isInstanceOf(MemberUnreachableException.class)
                    .hasMessage("the uid of its namespace kube-system has " + wrong.length()
                            + " characters: it must be at most 64 letters, digits, '-', '.' and '_'");
        }
    }

    /**
     * Each replica asks each member every few seconds: a member that is not trusted must not take much memory with it.
     */
    @Test
    void aLongAnswerIsRefused() {
        member.status = 200;
        member.uid = "x".repeat(1 << 20);

        assertThatThrownBy(() -> member.handle.uid())
                .isInstanceOf(MemberUnreachableException.class)
                .hasMessage("no answer: AnswerTooLongException the answer is longer than 1048576 bytes");
    }

    /**
     * Each look at an attempt begins with this question, and a thousand attempts may be looked at a second. The first
     * question is answered once seven others wait.
     */
    @Test
    @Timeout(120)
    void callersThatComeDuringAQuestionShareTheNextOne() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        List<Thread> others =
                Stream.generate(() -> new Thread(member.handle::check)).limit(7).toList();
        member.answers("/api/v1/namespaces/kube-system", (question, body) -> {
            boolean isFirst = sent.getCount() > 0;
            sent.countDown();
            while (isFirst && !others.stream().allMatch(each -> isWaiting(each.getState()))) {
                Thread.onSpinWait();
            }
            return Map.entry(200, "{\"metadata\": {\"uid\": \"u\"}}");
        });
        Thread first = new Thread(member.handle::check);
        first.start();
        sent.await();
        others.forEach(Thread::start);
        first.join();
        for (Thread each : others) {
            each.join();
        }

        assertThat(member.count("GET /api/v1/namespaces/kube-system")).isEqualTo(2);
    }

    private static boolean isWaiting(Thread.State state) {
        return state == Thread.State.WAITING || state == Thread.State.TERMINATED;
    }
}
