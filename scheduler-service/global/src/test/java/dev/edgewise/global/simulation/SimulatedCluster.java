package dev.edgewise.global.simulation;

import dev.edgewise.global.cluster.LocationClass;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.model.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A member cluster in which objects become ready after one to four seconds, or fail, and take a second to be deleted.
 */
final class SimulatedCluster {
    private static final double FAILING = 0.1;

    private final String name;
    private final Random random;
    private final Map<String, Work> works = new HashMap<>();

    SimulatedCluster(String name, long seed) {
        this.name = name;
        this.random = new Random(seed);
    }

    /** The objects of one attempt. */
    private record Work(Instant readyAt, boolean isFailing, Instant goneAt) {}

    Member member() {
        return new Member(
                name,
                "uid-" + name,
                LocationClass.EDGE,
                Map.of(),
                Set.of(Member.ANY_NAMESPACE),
                1,
                true,
                null,
                null,
                Double.NaN,
                Double.NaN,
                "");
    }

    static String id(String requestUid, int attempt) {
        return requestUid + "-" + attempt;
    }

    Set<String> ids(Instant now) {
        works.values().removeIf(work -> !now.isBefore(work.goneAt()));
        return Set.copyOf(works.keySet());
    }

    AttemptObservation apply(String requestUid, Attempt attempt, Instant now) {
        Instant readyAt = now.plusMillis(1_000 + random.nextInt(3_000));
        Work work = new Work(readyAt, random.nextDouble() < FAILING, Instant.MAX);
        works.putIfAbsent(id(requestUid, attempt.number()), work);
        return observe(requestUid, attempt, now);
    }

    AttemptObservation delete(String requestUid, Attempt attempt, Instant now) {
        works.computeIfPresent(
                id(requestUid, attempt.number()),
                (id, work) -> work.goneAt().equals(Instant.MAX)
                        ? new Work(work.readyAt(), work.isFailing(), now.plus(Duration.ofSeconds(1)))
                        : work);
        return observe(requestUid, attempt, now);
    }

    AttemptObservation observe(String requestUid, Attempt attempt, Instant now) {
        String id = id(requestUid, attempt.number());
        Work work = ids(now).contains(id) ? works.get(id) : null;
        boolean isReady = work != null && !work.isFailing() && !now.isBefore(work.readyAt());
        boolean isFailed = work != null && work.isFailing() && !now.isBefore(work.readyAt());
        int objects = work == null ? 0 : 1;
        return new AttemptObservation(
                now,
                true,
                "uid-" + name,
                work != null,
                false,
                objects,
                1,
                isReady ? 1 : 0,
                isFailed ? "no such image" : null,
                "Pod web: image is pulled");
    }
}
