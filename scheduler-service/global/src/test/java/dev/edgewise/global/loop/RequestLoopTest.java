package dev.edgewise.global.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.adaptive.AdaptivePolicy;
import dev.edgewise.global.decide.RequestDecider;
import dev.edgewise.global.kubernetes.RequestWriter;
import dev.edgewise.global.member.MemberClusters;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.queue.QueueProperties;
import dev.edgewise.global.queue.RequestQueues;
import dev.edgewise.global.replica.LiveReplicas;
import dev.edgewise.global.view.RequestStore;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request that is deleted while this replica takes it over: the list of requests is from before, and names it. */
class RequestLoopTest {
    private final GlobalRequest request = TestRequests.of("a", "[c1]")
            .with(new RequestStatus(RequestPhase.SCHEDULING, 1, 0, List.of(), null, null, null, ""))
            .request();

    private final RequestStore store = mock(RequestStore.class);
    private final LiveReplicas replicas = mock(LiveReplicas.class);
    private final RequestQueues queues = new RequestQueues(new QueueProperties(2, 2, 5, 1));
    private final RequestLoop loop = new RequestLoop(
            store,
            mock(RequestWriter.class),
            mock(RequestDecider.class),
            mock(AdaptivePolicy.class),
            queues,
            mock(MemberClusters.class),
            mock(RequestActions.class),
            replicas,
            mock(LoopMetrics.class),
            Runnable::run,
            new TestClock(),
            () -> 0);

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
}
