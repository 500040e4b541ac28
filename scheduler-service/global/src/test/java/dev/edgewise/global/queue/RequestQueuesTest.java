package dev.edgewise.global.queue;

import static dev.edgewise.global.model.RequestQueuePriority.BASE;
import static dev.edgewise.global.model.RequestQueuePriority.FAST;
import static dev.edgewise.global.model.RequestQueuePriority.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.Problem;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestQueuePriority;
import dev.edgewise.global.model.RequestStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of the queues, with the numbers of the prototype: N* = 2, K* = 2, Z* = 5. */
class RequestQueuesTest {
    private static final Instant NOW = TestRequests.START.plusSeconds(3_600);
    private static final int MANY = 1_000;

    private final RequestQueues queues = new RequestQueues(new QueueProperties(2, 2, 5, MANY));

    /** The prototype's class did this when it was run: at most 6 in a round, and unused shares go down only. */
    @ParameterizedTest
    @CsvSource({
        "10, 10, 10, 2, 2, 2",
        " 0, 10, 10, 0, 4, 2",
        "10,  0, 10, 2, 0, 4",
        " 0,  0, 10, 0, 0, 6",
        "10,  0,  0, 2, 0, 0",
        " 1, 10, 10, 1, 3, 2",
        " 1,  1, 10, 1, 1, 4",
        " 0, 10,  1, 0, 4, 1",
        "10, 10,  0, 2, 2, 0"
    })
    void aRoundTakesTheShareOfEachQueue(int first, int fast, int base, int takenFirst, int takenFast, int takenBase) {
        fill(first, fast, base);

        List<RequestKey> round = queues.dispatch(NOW);

        assertThat(taken(round, "first")).isEqualTo(takenFirst);
        assertThat(taken(round, "fast")).isEqualTo(takenFast);
        assertThat(taken(round, "base")).isEqualTo(takenBase);
    }

    @Test
    void aRoundIsInTheOrderFirstFastBase() {
        fill(10, 10, 10);

        assertThat(names(queues.dispatch(NOW)))
                .containsExactly("first-0", "first-1", "fast-0", "fast-1", "base-0", "base-1");
        assertThat(names(queues.dispatch(NOW)))
                .containsExactly("first-2", "first-3", "fast-2", "fast-3", "base-2", "base-3");
    }

    /**
     * With one place that becomes free at a time, a round of six lasts six events: without its memory, First would take
     * all of them.
     */
    @Test
    void theShareHoldsOverPlacesThatBecomeFreeOneAtATime() {
        RequestQueues narrow = new RequestQueues(new QueueProperties(2, 2, 5, 1));
        for (int i = 0; i < 10; i++) {
            narrow.update(request("first-" + i, FIRST, i));
            narrow.update(request("fast-" + i, FAST, i));
            narrow.update(request("base-" + i, BASE, i));
        }

        assertThat(oneAtATime(narrow, 8))
                .containsExactly("first-0", "first-1", "fast-0", "fast-1", "base-0", "base-1", "first-2", "first-3");
    }

    /**
     * Fast has the share of First, too, when First arrives: then its N* would be taken from Base, which waits longest
     * of all.
     */
    @Test
    void urgentRequestsThatArriveLateDoNotTakeTheShareOfBase() {
        RequestQueues narrow = new RequestQueues(new QueueProperties(2, 2, 5, 1));
        for (int i = 0; i < 10; i++) {
            narrow.update(request("fast-" + i, FAST, i));
            narrow.update(request("base-" + i, BASE, i));
        }
        assertThat(oneAtATime(narrow, 4)).containsExactly("fast-0", "fast-1", "fast-2", "fast-3");
        narrow.update(request("first-0", FIRST, 0));
        narrow.update(request("first-1", FIRST, 1));

        assertThat(oneAtATime(narrow, 4)).containsExactly("base-0", "base-1", "first-0", "first-1");
    }

    @Test
    void noMoreAreInFlightThanAllowed() {
        RequestQueues narrow = new RequestQueues(new QueueProperties(2, 2, 5, 4));
        for (int i = 0; i < 10; i++) {
            narrow.update(request("base-" + i, BASE, i));
        }

        assertThat(narrow.dispatch(NOW)).hasSize(4);
        assertThat(narrow.dispatch(NOW)).isEmpty();
        narrow.remove(key("base-0"));
        assertThat(names(narrow.dispatch(NOW))).containsExactly("base-4");
    }

    /** The prototype lost one of its 50 places for ever to each request whose worker was gone. */
    @Test
    void aRequestThatWaitsForAnUnreachableClusterLeavesItsPlace() {
        RequestQueues narrow = new RequestQueues(new QueueProperties(2, 2, 5, 1));
        narrow.update(request("base-0", BASE, 0));
        narrow.update(request("base-1", BASE, 1));
        assertThat(names(narrow.dispatch(NOW))).containsExactly("base-0");

        narrow.setPlace(key("base-0"), false);
        narrow.setPlace(key("base-0"), false);

        assertThat(names(narrow.dispatch(NOW))).containsExactly("base-1");
        assertThat(narrow.isDispatched(key("base-0"))).isTrue();
        assertThat(narrow.inFlight()).isEqualTo(2);
    }

    /** Four places and two namespaces: two for each, although one has taken all four before. */
    @Test
    void aNamespaceThatFillsAllPlacesKeepsNoOtherOut() {
        RequestQueues narrow = new RequestQueues(new QueueProperties(2, 2, 5, 4));
        fill(narrow, "greedy", 10);
        assertThat(dispatchAll(narrow)).hasSize(4);
        fill(narrow, "other", 3);

        assertThat(dispatchAll(narrow)).containsExactly("other-0", "other-1");
        assertThat(narrow.placesHeld("greedy")).isEqualTo(4);
        assertThat(narrow.placesHeld()).isEqualTo(6);
        // A place that becomes free is above the maximum still.
        narrow.remove(new RequestKey("greedy", "greedy-0"));
        assertThat(dispatchAll(narrow)).isEmpty();
    }

    /**
     * 12 places: 12, then a half, a third and so on for each namespace that comes; within the shares of five, 2 of each
     * count: 10 of 12.
     */
    @Test
    void theMaximumIsExceededByNoMoreThanTheSharesOfThoseWhoComeLater() {
        RequestQueues narrow = new RequestQueues(new QueueProperties(2, 2, 5, 12));
        List<Integer> taken = new ArrayList<>();
        for (String namespace : List.of("a", "b", "c", "d", "e")) {
            fill(narrow, namespace, 20);
            taken.add(dispatchAll(narrow).size());
        }

        assertThat(taken).containsExactly(12, 6, 4, 3, 2);
    }

    /** The older requests of one namespace do not all precede those of another one. */
    @Test
    void namespacesTakeTurnsWithOnePlace() {
        RequestQueues narrow = new RequestQueues(new QueueProperties(2, 2, 5, 1));
        fill(narrow, "a", 4);
        fill(narrow, "b", 2);

        assertThat(oneAtATime(narrow, 6)).containsExactly("a-0", "b-0", "a-1", "b-1", "a-2", "a-3");
    }

    @Test
    void theOrderWithinAQueueIsThatOfCreationWhateverTheOrderOfArrival() {
        List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
        Collections.shuffle(order, new Random(7));
        order.forEach(i -> queues.update(request("base-" + i, BASE, i)));

        assertThat(names(queues.dispatch(NOW)))
                .containsExactly("base-0", "base-1", "base-2", "base-3", "base-4", "base-5");
    }

    /**
     * The prototype's code put a failed Fast request into Base; the rules say Fast, and First above K* = 2 failures.
     */
    @ParameterizedTest
    @CsvSource({
        "FAST, 0, FAST",
        "FAST, 1, FAST",
        "FAST, 2, FAST",
        "FAST, 3, FIRST",
        "FAST, 5, FIRST",
        "BASE, 0, BASE",
        "BASE, 2, BASE",
        "BASE, 3, FIRST",
        "FIRST, 0, FIRST"
    })
    void aFailedRequestKeepsItsQueueUntilItHasFailedMoreThanKTimes(
            RequestQueuePriority priority, int failures, RequestQueuePriority queue) {
        queues.update(failed("a", priority, failures, null));

        assertThat(queues.waiting().get(queue)).isEqualTo(1);
        assertThat(queues.waiting().values().stream()
                        .mapToInt(Integer::intValue)
                        .sum())
                .isEqualTo(1);
    }

    @Test
    void aFailureReturnsARequestInFlightToItsQueueAndOlderVersionsChangeNothing() {
        queues.update(request("a", FAST, 0));
        assertThat(queues.dispatch(NOW)).hasSize(1);
        queues.update(request("a", FAST, 0));
        assertThat(queues.waiting().get(FAST)).isZero();

        queues.update(failed("a", FAST, 1, NOW.plusSeconds(5)));
        queues.update(request("a", FAST, 0));

        assertThat(queues.isDispatched(key("a"))).isFalse();
        assertThat(queues.waiting().get(FAST)).isEqualTo(1);
        assertThat(queues.nextDue()).isEqualTo(NOW.plusSeconds(5));
        assertThat(queues.dispatch(NOW.plusMillis(4_999))).isEmpty();
        assertThat(names(queues.dispatch(NOW.plusSeconds(5)))).containsExactly("a");
        assertThat(queues.nextDue()).isNull();
    }

    @Test
    void onlyRequestsThatStillWaitForAClusterAreQueued() {
        queues.update(new TestRequests(request("deleted", BASE, 0)).deleting().request());
        queues.update(
                new TestRequests(request("cancelled", BASE, 0)).cancelled().request());
        queues.update(new TestRequests(request("wrong", BASE, 0))
                .with(new Problem("spec.clusters", "[]", "a list"))
                .request());
        queues.update(inPhase("completed", RequestPhase.COMPLETED));
        queues.update(request("ended", BASE, 0));
        queues.update(inPhase("ended", RequestPhase.FAILED));

        assertThat(queues.dispatch(NOW)).isEmpty();
        assertThat(queues.inFlight()).isZero();
    }

    @Test
    void aRestartFindsQueuesAndFlightsAsTheyWere() {
        RequestQueues rebuilt = new RequestQueues(new QueueProperties(2, 2, 5, 3));
        List<GlobalRequest> requests = new ArrayList<>(List.of(
                inPhase("tried", RequestPhase.SCHEDULING),
                inPhase("done", RequestPhase.COMPLETED),
                request("base-1", BASE, 1),
                request("base-0", BASE, 0),
                request("fast-0", FAST, 5),
                failed("aged", BASE, 3, NOW)));
        Collections.shuffle(requests, new Random(3));

        requests.forEach(rebuilt::update);

        assertThat(rebuilt.isDispatched(key("tried"))).isTrue();
        // Three places, one is held: "aged" is in First since its third failure.
        assertThat(names(rebuilt.dispatch(NOW))).containsExactly("aged", "fast-0");
        assertThat(rebuilt.waiting())
                .containsEntry(BASE, 2)
                .containsEntry(FAST, 0)
                .containsEntry(FIRST, 0);
    }

    /** A list that is searched from its start would compare 10,000 × 5,000 times. */
    @Test
    void tenThousandRequestsCostAFewComparisonsEach() {
        long[] comparisons = {0};
        RequestQueues counted = new RequestQueues(
                new QueueProperties(2, 2, 5, 50),
                counted(QueuedRequest.BY_CREATION, comparisons),
                counted(QueuedRequest.BY_DUE, comparisons));
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(11));
        order.forEach(i -> counted.update(request("r-" + i, RequestQueuePriority.values()[i % 3], i)));
        int dispatched = 0;
        for (List<RequestKey> round = counted.dispatch(NOW); !round.isEmpty(); round = counted.dispatch(NOW)) {
            dispatched += round.size();
            round.forEach(counted::remove);
        }

        assertThat(dispatched).isEqualTo(10_000);
        // Each is added to a tree of at most 3,334 (12 levels; red-black trees are at most twice as deep) and removed
        // from it once.
        assertThat(comparisons[0]).isLessThan(10_000 * 2 * 2 * 12);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2, 5, 50, share is 0: it must be from 1 to 1000",
        "2, -1, 5, 50, promote-after is -1: it must be from 0 to 1000",
        "2, 2, -1, 50, give-up-after is -1: it must be from 0 to 1000",
        "2, 2, 5, 0, maximum-in-flight is 0: it must be from 1 to 100000"
    })
    void wrongSettingsAreNamed(int share, int promote, int giveUp, int inFlight, String message) {
        assertThatThrownBy(() -> new QueueProperties(share, promote, giveUp, inFlight))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("edgewise.global.queue." + message);
    }

    private static void fill(RequestQueues queues, String namespace, int count) {
        for (int i = 0; i < count; i++) {
            GlobalRequest request = request(namespace + "-" + i, BASE, i);
            queues.update(new TestRequests(request).inNamespace(namespace).request());
        }
    }

    private static List<String> dispatchAll(RequestQueues queues) {
        List<String> names = new ArrayList<>();
        for (List<RequestKey> round = queues.dispatch(NOW); !round.isEmpty(); round = queues.dispatch(NOW)) {
            names.addAll(names(round));
        }
        return names;
    }

    private void fill(int first, int fast, int base) {
        for (int i = 0; i < 10; i++) {
            if (i < first) {
                queues.update(request("first-" + i, FIRST, i));
            }
            if (i < fast) {
                queues.update(request("fast-" + i, FAST, i));
            }
            if (i < base) {
                queues.update(request("base-" + i, BASE, i));
            }
        }
    }

    /** Dispatches with one place; each request ends at once. */
    private static List<String> oneAtATime(RequestQueues queues, int count) {
        List<String> names = new ArrayList<>();
        while (names.size() < count) {
            List<RequestKey> dispatched = queues.dispatch(NOW);
            assertThat(dispatched).hasSize(1);
            names.addAll(names(dispatched));
            queues.remove(dispatched.get(0));
        }
        return names;
    }

    private static <T> Comparator<T> counted(Comparator<T> comparator, long[] comparisons) {
        return (a, b) -> {
            comparisons[0]++;
            return comparator.compare(a, b);
        };
    }

    private static GlobalRequest request(String name, RequestQueuePriority priority, int secondsAfterStart) {
        return TestRequests.of(name, "[c1]")
                .with(priority)
                .createdAt(TestRequests.START.plus(Duration.ofSeconds(secondsAfterStart)))
                .request();
    }

    private static GlobalRequest failed(
            String name, RequestQueuePriority priority, int failures, @Nullable Instant due) {
        RequestStatus status = new RequestStatus(RequestPhase.QUEUED, 1, failures, List.of(), due, null, null, "");
        return new TestRequests(request(name, priority, 0)).with(status).request();
    }

    private static GlobalRequest inPhase(String name, RequestPhase phase) {
        RequestStatus status = new RequestStatus(phase, 1, 0, List.of(), null, null, null, "");
        return new TestRequests(request(name, BASE, 0)).with(status).request();
    }

    private static RequestKey key(String name) {
        return new RequestKey("shop", name);
    }

    private static int taken(List<RequestKey> keys, String queue) {
        return (int) keys.stream().filter(key -> key.name().startsWith(queue)).count();
    }

    private static List<String> names(List<RequestKey> keys) {
        return keys.stream().map(RequestKey::name).collect(Collectors.toList());
    }
}
