package dev.edgewise.global.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestQueuePriority;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A thousand requests over three workers, one of which is killed each ten seconds: in the midst of its work, between a
 * write and its actions. Its Lease ends six seconds later, and it starts again, without memory, after eight.
 */
class KilledWorkersTest {
    private static final int REQUESTS = 1_000;
    private static final int LEASE_SECONDS = 6;
    private static final int RESTART_SECONDS = 8;
    private static final int LONGEST_SECONDS = 2_000;

    private final SimulatedStore store = new SimulatedStore();
    private final Map<String, SimulatedCluster> clusters = new HashMap<>();
    private final Map<String, SimulatedWorker> workers = new HashMap<>();
    private final Map<String, Integer> killedAt = new HashMap<>();
    private int kills;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void eachRequestEndsOnceAndFastOnesWaitLess(long seed) {
        Random random = new Random(seed);
        List.of("c1", "c2", "c3").forEach(name -> clusters.put(name, new SimulatedCluster(name, random.nextLong())));
        List.of("global-0", "global-1", "global-2").forEach(this::start);
        for (int i = 0; i < REQUESTS; i++) {
            // Three of ten are Fast, all are there at once, and their order is that of their numbers.
            RequestQueuePriority priority = i % 10 < 3 ? RequestQueuePriority.FAST : RequestQueuePriority.BASE;
            store.add(TestRequests.of("r-" + seed + "-" + i, "[c1,[c2,c3]]")
                    .with(priority)
                    .createdAt(TestRequests.START.plusNanos(i))
                    .request());
        }

        int second = run(random);

        assertThat(store.all())
                .allSatisfy(request ->
                        assertThat(request.status().phase().isFinal()).isTrue());
        assertThat(kills).isGreaterThanOrEqualTo(10);
        assertThat(leftovers(second)).isEmpty();
        assertThat(medianWait(RequestQueuePriority.FAST).toMillis() * 2)
                .isLessThanOrEqualTo(medianWait(RequestQueuePriority.BASE).toMillis());
    }

    /** Returns the second at which all requests have ended. */
    private int run(Random random) {
        List<String> names = List.of("global-0", "global-1", "global-2");
        for (int second = 1; second < LONGEST_SECONDS; second++) {
            if (second % 10 == 0) {
                // Some die before they write anything, some in the midst of a step.
                workers.get(names.get(random.nextInt(names.size()))).dieAfter(random.nextInt(6));
            }
            step(names, second);
            if (store.all().stream()
                    .allMatch(request -> request.status().phase().isFinal())) {
                return second;
            }
        }
        throw new AssertionError("not all have ended");
    }

    private void step(List<String> names, int second) {
        for (String name : names) {
            Integer killed = killedAt.get(name);
            if (killed != null && second - killed >= RESTART_SECONDS) {
                start(name);
            }
        }
        Set<String> live = new HashSet<>(names);
        live.removeIf(name -> killedAt.containsKey(name) && second - killedAt.get(name) >= LEASE_SECONDS);
        for (String name : names) {
            if (!killedAt.containsKey(name)) {
                workers.get(name).step(live, at(second));
                if (workers.get(name).isDead()) {
                    killedAt.put(name, second);
                    kills++;
                }
            }
        }
    }

    private void start(String name) {
        killedAt.remove(name);
        workers.put(name, new SimulatedWorker(name, store, clusters));
    }

    private static Instant at(int second) {
        return TestRequests.START.plusSeconds(second);
    }

    /** Returns the objects that are not of an attempt that is READY, and those that are missing. */
    private Set<String> leftovers(int second) {
        Set<String> wrong = new HashSet<>();
        clusters.forEach((name, cluster) -> cluster.ids(at(second)).forEach(id -> wrong.add(name + " " + id)));
        for (GlobalRequest request : store.all()) {
            for (Attempt attempt : request.status().attempts()) {
                String id = attempt.cluster() + " " + SimulatedCluster.id(request.uid(), attempt.number());
                if (attempt.phase() == AttemptPhase.READY && !wrong.remove(id)) {
                    wrong.add("missing " + id);
                }
            }
            boolean isOnce = request.status().chosen().size() == 1;
            if (request.status().phase() == RequestPhase.COMPLETED && !isOnce) {
                wrong.add("not once " + request.key());
            }
        }
        return wrong;
    }

    private Duration medianWait(RequestQueuePriority priority) {
        List<Duration> waits = store.all().stream()
                .filter(request -> request.spec().priority() == priority)
                .map(request ->
                        Duration.between(request.createdAt(), request.status().startedAt()))
                .sorted()
                .toList();
        return waits.get(waits.size() / 2);
    }
}
