package dev.edgewise.global.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.web.context.request.async.DeferredResult;

/**
 * Answers that are held while a request runs; a read of the store in the thread of the watch would wait for the API
 * server.
 */
class RequestCompletionWaiterTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private int reads;
    private final FakeRequestStore store = new FakeRequestStore() {
        @Override
        public synchronized @Nullable GlobalRequest request(RequestKey key) {
            reads++;
            return super.request(key);
        }
    };
    private final RequestSubscriptions subscriptions = new RequestSubscriptions();
    private final RequestCompletionWaiter waits = new RequestCompletionWaiter(store, subscriptions);
    private final GlobalRequest queued = TestRequests.of("a", "[c1]").request();
    private final DeferredResult<RequestPhase> result =
            waits.answer(queued, LONG, request -> request.status().phase());

    @Test
    void answersWithTheEndThatTheWatchBrings() {
        subscriptions.changed(in(RequestPhase.SCHEDULING));
        assertThat(result.hasResult()).isFalse();

        subscriptions.changed(in(RequestPhase.COMPLETED));

        assertThat(result.getResult()).isEqualTo(RequestPhase.COMPLETED);
        assertThat(reads).isEqualTo(1);
    }

    /** The request is not watched any more: each of the waiting callers would ask the API server for it. */
    @Test
    void answersWithTheLastStateOfARequestThatIsDeleted() {
        subscriptions.deleted(in(RequestPhase.SCHEDULING));

        assertThat(result.getResult()).isEqualTo(RequestPhase.SCHEDULING);
        assertThat(reads).isEqualTo(1);
    }

    @Test
    void changesOfOtherRequestsAnswerNothing() {
        subscriptions.deleted(TestRequests.of("b", "[c1]").request());

        assertThat(result.hasResult()).isFalse();
    }

    private static GlobalRequest in(RequestPhase phase) {
        return TestRequests.of("a", "[c1]")
                .with(new RequestStatus(phase, 1, 0, List.of(), null, null, null, ""))
                .request();
    }
}
