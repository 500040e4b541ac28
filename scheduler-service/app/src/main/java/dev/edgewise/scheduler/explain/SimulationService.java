package dev.edgewise.scheduler.explain;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.explain.SimulationRequest.SimulatedPod;
import dev.edgewise.scheduler.explain.SimulationRequestElementError.Reason;
import dev.edgewise.scheduler.explain.SimulationResponse.NotAnsweredPod;
import dev.edgewise.scheduler.explain.SimulationResponse.PlacedPod;
import dev.edgewise.scheduler.explain.SimulationResponse.Present;
import dev.edgewise.scheduler.explain.SimulationTimeLimits.TimeOverException;
import dev.edgewise.scheduler.framework.Explainer;
import dev.edgewise.scheduler.framework.LazyList;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.plugins.delay.DelayPlugin;
import dev.edgewise.scheduler.plugins.reward.RewardPlugin;
import dev.edgewise.scheduler.simulation.CpuYield;
import dev.edgewise.scheduler.simulation.Simulation;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Simulates in what this replica's own watches have seen. Nothing is written. */
final class SimulationService {
    private static final Logger LOG = LoggerFactory.getLogger(SimulationService.class);

    /**
     * The maximum time of a request, the pauses for decisions included. A thousand pods that fit take a tenth of it.
     */
    static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(15);

    /**
     * The maximum time of one pod, or half of the request's if that is shorter. 500 pods that are alike take 18 ms
     * together.
     */
    private static final Duration LONGEST_OF_A_POD = Duration.ofMillis(500);

    /** The time for the answer to be taken once it is made: others wait until then. */
    private static final Duration LONGEST_WRITE = Duration.ofSeconds(15);

    /** Filters whose rejection of its present node is a reason to move a pod. */
    private static final Set<String> MOVING = Set.of(DelayPlugin.NAME, RewardPlugin.NAME);

    private final ClusterState state;
    private final ExplanationService explanations;
    private final Clock clock;
    private final Ticker ticker;
    private final RandomGenerator random;
    private final BooleanSupplier hasPendingPods;

    /**
     * Simulates on the threads that ask.
     *
     * @param random for concurrent use
     * @param hasPendingPods whether pods wait to be placed: decisions go first
     */
    SimulationService(
            ClusterState state,
            ExplanationService explanations,
            Clock clock,
            Ticker ticker,
            RandomGenerator random,
            BooleanSupplier hasPendingPods) {
        this.state = state;
        this.explanations = explanations;
        this.clock = clock;
        this.ticker = ticker;
        this.random = random;
        this.hasPendingPods = hasPendingPods;
    }

    /**
     * Places the pods, one after the other, until the request's timeout. A pod that does not exist, cannot be read,
     * takes too long or fails has an error instead of an answer.
     *
     * @throws InvalidInputException if it names a profile that does not exist
     */
    SimulationResponse simulate(SimulationRequest request) {
        explanations.requireProfile(request.profile());
        Snapshot snapshot = state.snapshot().at(clock.instant());
        List<SimulationRequestElement<Pod>> removals =
                request.removals().stream().map(this::known).toList();
        Simulation simulation =
                new Simulation(snapshot, random).removing(values(removals)).reserving(values(request.reservations()));
        List<PlacedPod> placed = new Question(request, snapshot, simulation).answers();
        List<NotAnsweredPod> left = request.pods().stream()
                .skip(placed.size())
                .map(element -> new NotAnsweredPod(element.index(), name(element)))
                .toList();
        List<SimulationRequestElementError> errors = Stream.of(removals, request.reservations())
                .flatMap(List::stream)
                .flatMap(element -> Stream.ofNullable(element.error()))
                .toList();
        return new SimulationResponse(snapshot.takenAt(), untilTaken(placed), left, errors);
    }

    private List<PlacedPod> untilTaken(List<PlacedPod> placed) {
        long made = ticker.nanos();
        return LazyList.of(placed, pod -> {
            if (ticker.since(made).compareTo(LONGEST_WRITE) > 0) {
                throw new IllegalStateException("the answer was not taken within " + LONGEST_WRITE.toSeconds() + " s");
            }
            return pod;
        });
    }

    /** A request while it is answered. */
    private final class Question {
        private final SimulationRequest request;
        private final Snapshot snapshot;
        private final Simulation simulation;
        private final SimulationTimeLimits time;
        private final CpuYield givingWay;
        private boolean hasFailed;

        Question(SimulationRequest request, Snapshot snapshot, Simulation simulation) {
            this.request = request;
            this.snapshot = snapshot;
            this.simulation = simulation;
            this.time = new SimulationTimeLimits(ticker, request.timeout(), LONGEST_OF_A_POD);
            this.givingWay = new CpuYield(hasPendingPods, ticker, LockSupport::parkNanos);
        }

        /** The answers about the first pods, up to the timeout. */
        List<PlacedPod> answers() {
            List<PlacedPod> placed = new ArrayList<>();
            for (SimulationRequestElement<SimulatedPod> element : request.pods()) {
                givingWay.run();
                PlacedPod answer = time.isOver() ? null : answer(element);
                if (answer == null) {
                    break;
                }
                placed.add(answer);
            }
            return placed;
        }

        /** Null if the timeout came before the answer. */
        private @Nullable PlacedPod answer(SimulationRequestElement<SimulatedPod> element) {
            SimulationRequestElement<Pod> found = pod(element);
            Pod pod = found.value();
            if (pod == null) {
                return error(element, Objects.requireNonNull(found.error()));
            }
            time.beginPod();
            try {
                return placed(pod);
            } catch (TimeOverException e) {
                return time.isPodOver() ? error(element, tooSlow(element, pod)) : null;
            } catch (RuntimeException e) {
                return error(element, failed(element, pod, e));
            }
        }

        private PlacedPod placed(Pod pod) {
            Profile profile = explanations.profileFor(pod, request.profile());
            Present present = present(pod, profile, snapshot);
            time.check();
            return PlacedPod.of(simulation.place(pod.pending(), profile, time::check), present);
        }

        private PlacedPod error(SimulationRequestElement<SimulatedPod> element, SimulationRequestElementError error) {
            return PlacedPod.failed(name(element), snapshot.nodes().size(), error);
        }

        /**
         * Returns the error of a failed pod. Only the first failure of a request is logged, as there may be a thousand.
         */
        private SimulationRequestElementError failed(
                SimulationRequestElement<SimulatedPod> element, Pod pod, RuntimeException e) {
            if (!hasFailed) {
                LOG.error("Pod cannot be simulated; pod={}", pod.key(), e);
            }
            hasFailed = true;
            return SimulationRequestElementError.ofPod(
                    Reason.FAILED,
                    element.index(),
                    "scheduler-service fails for pod " + pod.key() + "; its log says why");
        }

        private SimulationRequestElementError tooSlow(SimulationRequestElement<SimulatedPod> element, Pod pod) {
            return SimulationRequestElementError.ofPod(
                    Reason.TOO_SLOW,
                    element.index(),
                    "pod " + pod.key() + " was not compared with "
                            + snapshot.nodes().size() + " nodes within "
                            + time.ofPod().toMillis() + " ms: it asks for too much, or the scheduler is busy");
        }
    }

    /**
     * Returns why the pod could not be placed on its node, in the current snapshot without the simulated changes; null
     * if it could. A reason to move the pod, such as a cordoned node, comes first.
     */
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

    /** The pod as it is given, or as it is there. */
    private SimulationRequestElement<Pod> pod(SimulationRequestElement<SimulatedPod> element) {
        SimulatedPod wanted = element.value();
        if (wanted == null) {
            return new SimulationRequestElement<>(element.list(), element.index(), null, element.error());
        }
        PodKey like = wanted.like();
        SimulationRequestElement<Pod> given =
                new SimulationRequestElement<>(element.list(), element.index(), wanted.pod(), null);
        return like == null ? given : known(given, "like", like);
    }

    private SimulationRequestElement<Pod> known(SimulationRequestElement<PodKey> removal) {
        SimulationRequestElement<Pod> none =
                new SimulationRequestElement<>(removal.list(), removal.index(), null, removal.error());
        PodKey key = removal.value();
        return key == null ? none : known(none, "", key);
    }

    private SimulationRequestElement<Pod> known(SimulationRequestElement<Pod> element, String field, PodKey key) {
        Pod known = state.pod(key);
        return known == null
                ? element.notFound(field, key)
                : new SimulationRequestElement<>(element.list(), element.index(), known, null);
    }

    private static @Nullable String name(SimulationRequestElement<SimulatedPod> element) {
        SimulatedPod wanted = element.value();
        return wanted == null ? null : wanted.name();
    }

    private static <T> List<T> values(List<SimulationRequestElement<T>> elements) {
        return elements.stream().flatMap(SimulationRequestElement::values).toList();
    }
}
