package dev.edgewise.scheduler.explain;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.avoidance.Rewards;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.delay.Delay;
import dev.edgewise.scheduler.explain.SimulationRequest.SimulatedPod;
import dev.edgewise.scheduler.explain.SimulationResponse.PlacedPod;
import dev.edgewise.scheduler.explain.SimulationResponse.Present;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.pipeline.Explainer;
import dev.edgewise.scheduler.pipeline.LazyList;
import dev.edgewise.scheduler.pipeline.Profile;
import dev.edgewise.scheduler.pipeline.Rejection;
import dev.edgewise.scheduler.simulation.GivingWay;
import dev.edgewise.scheduler.simulation.Simulation;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Simulates in what this replica's own watches have seen. Nothing is written. */
final class Simulations {
    /**
     * A thousand pods that fit take a tenth of it; what takes longer would take the processor from decisions. So long the answer may
     * take, too, once it is made: others wait until it has been taken.
     */
    private static final Duration LONGEST_WORK = Duration.ofSeconds(15);

    /** Filters whose rejection of its present node is a reason to move a pod. */
    private static final Set<String> MOVING = Set.of(Delay.NAME, Rewards.NAME);

    private final ClusterState state;
    private final Explanations explanations;
    private final Clock clock;
    private final Ticker ticker;
    private final RandomGenerator random;
    private final BooleanSupplier podsWait;

    /**
     * Simulates on the threads that ask.
     *
     * @param random for concurrent use
     * @param podsWait whether pods wait to be placed: decisions go first
     */
    Simulations(
            ClusterState state,
            Explanations explanations,
            Clock clock,
            Ticker ticker,
            RandomGenerator random,
            BooleanSupplier podsWait) {
        this.state = state;
        this.explanations = explanations;
        this.clock = clock;
        this.ticker = ticker;
        this.random = random;
        this.podsWait = podsWait;
    }

    /**
     * Places the pods, one after the other.
     *
     * @throws InvalidInputException if it names a pod or a profile that is not there
     * @throws ResponseStatusException 504 if that takes longer than 15 s
     */
    SimulationResponse simulate(SimulationRequest request) {
        long begin = ticker.nanos();
        Snapshot snapshot = state.snapshot().at(clock.instant());
        List<Pod> removals = known(request.removals());
        Simulation simulation =
                new Simulation(snapshot, random).removing(removals).reserving(request.reservations());
        GivingWay givingWay = new GivingWay(podsWait, ticker, LockSupport::parkNanos);
        List<PlacedPod> placed = new ArrayList<>();
        for (int i = 0; i < request.pods().size(); i++) {
            givingWay.run();
            endIfTooDear(begin, i);
            Pod pod = pod(request.pods().get(i), i);
            Profile profile = explanations.profileFor(pod, request.profile());
            placed.add(PlacedPod.of(simulation.place(pod.pending(), profile), present(pod, profile, snapshot)));
        }
        long made = ticker.nanos();
        return new SimulationResponse(snapshot.takenAt(), LazyList.of(placed, pod -> {
            if (ticker.since(made).compareTo(LONGEST_WORK) > 0) {
                throw new IllegalStateException("the answer was not taken within " + LONGEST_WORK.toSeconds() + " s");
            }
            return pod;
        }));
    }

    private void endIfTooDear(long begin, int done) {
        if (ticker.since(begin).compareTo(LONGEST_WORK) > 0) {
            // As the API server does. A 503 would say that others come first: nobody would learn that the question was
            // too large.
            throw new ResponseStatusException(
                    HttpStatus.GATEWAY_TIMEOUT,
                    done + " pods were placed within " + LONGEST_WORK.toSeconds()
                            + " s: ask about fewer, or the scheduler is busy");
        }
    }

    /** In the snapshot as it is, whatever the question takes away or adds. What the pod may be moved for is named before all else, such as that its node is cordoned. */
    private @Nullable Present present(Pod pod, Profile profile, Snapshot snapshot) {
        List<Rejection> rejections = new Explainer(profile, random).presentRejections(pod, snapshot);
        return rejections.stream()
                .filter(rejection -> MOVING.contains(rejection.filter()))
                .findFirst()
                .or(() -> rejections.stream().findFirst())
                .map(rejection ->
                        new Present(String.valueOf(pod.spec().nodeName()), rejection.filter(), rejection.reason()))
                .orElse(null);
    }

    /** As it is, or as it is given. */
    private Pod pod(SimulatedPod wanted, int position) {
        PodKey like = wanted.like();
        Pod given = wanted.pod();
        if (like == null && given != null) {
            return given;
        }
        Pod known = like == null ? null : state.pod(like);
        if (known == null) {
            throw new InvalidInputException("pods[" + position + "].like", String.valueOf(like), "a pod that is there");
        }
        return known;
    }

    private List<Pod> known(List<PodKey> keys) {
        List<Pod> pods = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            Pod pod = state.pod(keys.get(i));
            if (pod == null) {
                throw new InvalidInputException("removals[" + i + "]", keys.get(i), "a pod that is there");
            }
            pods.add(pod);
        }
        return pods;
    }
}
