package dev.edgewise.global.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.adaptive.AdaptivePolicy;
import dev.edgewise.global.decide.NextRequestStep;
import dev.edgewise.global.decide.RequestAction;
import dev.edgewise.global.decide.RequestDecider;
import dev.edgewise.global.kubernetes.RecordRefusedException;
import dev.edgewise.global.kubernetes.RequestWriter;
import dev.edgewise.global.member.MemberClusters;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.queue.QueueProperties;
import dev.edgewise.global.queue.RequestQueues;
import dev.edgewise.global.replica.LiveReplicas;
import dev.edgewise.global.view.RequestStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request of this replica: it may be deleted while it is taken over, and what is done for it may be refused. */
class RequestLoopTest {
    private final GlobalRequest request = TestRequests.of("a", "[c1]")
            .with(new RequestStatus(RequestPhase.SCHEDULING, 1, 0, List.of(), null, null, null, ""))
            .request();

    private final RequestStore store = mock(RequestStore.class);
    private final LiveReplicas replicas = mock(LiveReplicas.class);
    private final RequestQueues queues = new RequestQueues(new QueueProperties(2, 2, 5, 1));
    private final RequestDecider decider = mock(RequestDecider.class);
    private final RequestWriter writer = mock(RequestWriter.class);
    private final MemberClusters members = mock(MemberClusters.class);
    private final RequestActionExecutor actions = mock(RequestActionExecutor.class);
    private final RequestDecisionMetrics metrics = mock(RequestDecisionMetrics.class);
    private final TestClock clock = new TestClock();
    private final RequestLoop loop = new RequestLoop(
            store,
            writer,
            decider,
            mock(AdaptivePolicy.class),
            queues,
            members,
            actions,
            replicas,
            metrics,
            Runnable::run,
            clock,
            () -> 0);
    private int tries;

    @BeforeEach
    void live() {
        when(store.isSynced()).thenReturn(true);
        when(store.requests()).thenReturn(List.of(request));
        when(replicas.isLive()).thenReturn(true);
        when(replicas.live()).thenReturn(Set.of("r"));
        when(replicas.isMine(any())).thenReturn(true);
    }

    /** The place of a request that is gone would be held until the replica ends, as no event follows. */
    @Test
    void aRequestThatIsGoneHoldsNoPlace() {
        when(store.request(request.key())).thenReturn(null);

        loop.step();

        assertThat(queues.placesHeld()).isZero();
        assertThat(queues.inFlight()).isZero();
    }

    @Test
    void anotherRequestOfTheNameKeepsItsPlace() {
        when(store.request(request.key())).thenReturn(null).thenReturn(request);

        loop.step();

        assertThat(queues.placesHeld()).isEqualTo(1);
    }

    /**
     * An overload, a restart or a webhook that is down ends by itself: the pauses are 0.2 s, 0.4 s, … 6.4 s, and then
     * 10 s.
     */
    @Test
    void aWriteThatIsNotAnsweredIsRepeatedAtLeastEachTenSeconds() {
        decidesTo(new RequestAction.DropFinalizer());
        when(writer.dropFinalizer(request)).thenAnswer(call -> {
            tries++;
            throw new BusyException("503", Duration.ofSeconds(5));
        });

        steps(Duration.ofMinutes(10));

        // At 0, 0.2, 0.6, 1.4, 3, 6.2 and 12.6 s, and 58 times in the 587 s after that.
        assertThat(tries).isEqualTo(65);
    }

    /** A role, a webhook or a quota refuses until someone changes it: the pauses grow up to five minutes. */
    @Test
    void aWriteThatIsRefusedIsRepeatedMoreAndMoreSeldom() {
        decidesTo(new RequestAction.DropFinalizer());
        when(writer.dropFinalizer(request)).thenAnswer(call -> {
            tries++;
            throw new RecordRefusedException("403");
        });

        steps(Duration.ofMinutes(10));

        // At 0.2 × (2^n - 1) seconds: 0, 0.2, 0.6, 1.4, 3, 6.2, 12.6, 25.4, 51, 102.2, 204.6, 409.4; the next one at
        // 709.4.
        assertThat(tries).isEqualTo(12);
    }

    @Test
    void anActionThatFailsIsRepeatedWithTheSamePausesAsAWrite() {
        decidesTo(new RequestAction.AskForBids(0, List.of("c1")));
        doAnswer(call -> {
                    tries++;
                    call.<RequestActionExecutor.Outcome>getArgument(3).ended(false);
                    return null;
                })
                .when(actions)
                .start(any(), any(), any(), any());

        steps(Duration.ofMinutes(10));

        assertThat(tries).isEqualTo(65);
    }

    @Test
    void anActionThatIsDoneMakesTheNextPauseShortAgain() {
        decidesTo(new RequestAction.AskForBids(0, List.of("c1")));
        doAnswer(call -> {
                    boolean isDone = ++tries == 5;
                    call.<RequestActionExecutor.Outcome>getArgument(3).ended(isDone);
                    return null;
                })
                .when(actions)
                .start(any(), any(), any(), any());

        steps(Duration.ofSeconds(4));

        // At 0, 0.2, 0.6, 1.4 and 3 s; the last one is done, so the next one follows at once, and then at 3.2 and 3.6
        // s.
        assertThat(tries).isEqualTo(8);
    }

    /**
     * A replica with 100 members that takes over 10,000 requests would otherwise describe a million members. The
     * cluster old was named before.
     */
    @Test
    void aDecisionAsksForTheMembersOfItsRequestAlone() {
        Attempt attempt = new Attempt(
                1,
                0,
                0,
                "old",
                "uid-old",
                AttemptPhase.CLEANING,
                TestRequests.START,
                TestRequests.START,
                TestRequests.START,
                "");
        GlobalRequest before = TestRequests.of("a", "[c1, c2]")
                .with(new RequestStatus(RequestPhase.SCHEDULING, 1, 0, List.of(attempt), null, null, null, ""))
                .request();
        decidesTo(new RequestAction.DropFinalizer());
        when(store.requests()).thenReturn(List.of(before));
        when(store.request(before.key())).thenReturn(before);
        when(writer.hasFinalizer(before)).thenReturn(true);
        when(decider.decide(any())).thenReturn(new NextRequestStep(before.status(), List.of(), null, false, true));

        loop.step();

        verify(members).members(Set.of("c1", "c2", "old"));
        verify(members, never()).members();
    }

    private void decidesTo(RequestAction action) {
        when(store.request(request.key())).thenReturn(request);
        when(members.areAsked(any())).thenReturn(true);
        when(writer.hasFinalizer(request)).thenReturn(true);
        when(metrics.timed(any()))
                .thenAnswer(call -> call.<Supplier<?>>getArgument(0).get());
        when(decider.decide(any()))
                .thenReturn(new NextRequestStep(request.status(), List.of(action), null, false, true));
    }

    private void steps(Duration time) {
        Duration interval = Duration.ofMillis(200);
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(interval)) {
            loop.step();
            clock.advance(interval);
        }
    }
}
