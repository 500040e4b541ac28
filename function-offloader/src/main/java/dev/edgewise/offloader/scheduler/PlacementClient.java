package dev.edgewise.offloader.scheduler;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ControllerReference;
import dev.edgewise.offloader.scheduler.PlacementApi.Like;
import dev.edgewise.offloader.scheduler.PlacementApi.Room;
import dev.edgewise.offloader.scheduler.PlacementApi.SimulationRequest;
import dev.edgewise.offloader.scheduler.PlacementApi.SimulationResponse;
import dev.edgewise.offloader.scheduler.PlacementApi.User;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.web.client.RestClientException;

/**
 * Asks scheduler-service where pods would go, a thousand in one request, without retries: the next round asks again. A
 * pod that is gone, or takes the scheduler too long, has an answer that says so.
 */
final class PlacementClient implements PlacementSimulator {
    private static final double MILLIS_PER_SECOND = 1_000;
    /** Scheduler-service takes no longer ones. */
    private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(15);

    private final PlacementApi scheduler;
    private final String profile;
    private final double timeoutSeconds;
    private final Counter calls;

    /**
     * @param profile empty for each pod's own
     * @param timeout of a call; half of it is for the scheduler's work, and half for its turn and the way
     */
    PlacementClient(PlacementApi scheduler, String profile, Duration timeout, Counter calls) {
        this.scheduler = scheduler;
        this.profile = profile;
        this.timeoutSeconds =
                Math.min(LONGEST_TIMEOUT.toMillis(), Math.max(1, timeout.toMillis() / 2)) / MILLIS_PER_SECOND;
        this.calls = calls;
    }

    /** A call that the timeout left without all answers is the last one: the scheduler is busy. */
    @Override
    public Map<String, Placement> ask(List<PlacementQuery> queries) throws SchedulerUnavailableException {
        Map<String, Placement> answers = new HashMap<>();
        for (int call = 0; call < PlacementSimulator.calls(queries.size()); call++) {
            int begin = call * MOST_AT_ONCE;
            List<PlacementQuery> part = queries.subList(begin, Math.min(queries.size(), begin + MOST_AT_ONCE));
            if (!ask(part, answers)) {
                break;
            }
        }
        return answers;
    }

    /** Adds the answers; returns whether there is one about each pod. */
    private boolean ask(List<PlacementQuery> part, Map<String, Placement> answers)
            throws SchedulerUnavailableException {
        calls.increment();
        SimulationResponse response;
        try {
            response = scheduler.simulate(question(part));
        } catch (RestClientException e) {
            throw SchedulerUnavailableException.of(e);
        }
        int answered = Math.min(part.size(), response.pods().size());
        for (int i = 0; i < answered; i++) {
            answers.put(part.get(i).pod().key(), response.pods().get(i));
        }
        withoutRoom(part, response).forEach((pod, error) -> answers.replace(pod, Placement.failed(pod, error)));
        return answered == part.size();
    }

    /** Errors of reservations, by the pod that the room was to be kept for. */
    private static Map<String, PlacementError> withoutRoom(List<PlacementQuery> part, SimulationResponse response) {
        List<PlacementError> errors = response.errors() == null ? List.of() : response.errors();
        List<PlacementQuery> reserving =
                part.stream().filter(each -> room(each).findAny().isPresent()).toList();
        Map<String, PlacementError> byPod = new HashMap<>();
        for (PlacementError error : errors) {
            boolean isOfRoom = error.field() != null && error.field().startsWith("reservations[");
            if (isOfRoom && error.index() < reserving.size()) {
                byPod.put(reserving.get(error.index()).pod().key(), error);
            }
        }
        return byPod;
    }

    private SimulationRequest question(List<PlacementQuery> queries) {
        return new SimulationRequest(
                profile.isEmpty() ? null : profile,
                queries.stream().map(each -> new Like(each.pod().key())).toList(),
                queries.stream()
                        .filter(PlacementQuery::leaves)
                        .map(each -> each.pod().key())
                        .toList(),
                queries.stream().flatMap(PlacementClient::room).toList(),
                timeoutSeconds);
    }

    private static Stream<Room> room(PlacementQuery query) {
        CandidatePod pod = query.pod();
        ControllerReference controller = pod.controller();
        String target = query.target();
        return target == null || controller == null
                ? Stream.empty()
                : Stream.of(new Room(
                        pod.namespace(), "offload-" + pod.uid(), target, pod.requests(), new User(controller)));
    }
}
