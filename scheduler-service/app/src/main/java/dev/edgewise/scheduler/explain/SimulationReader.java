package dev.edgewise.scheduler.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.explain.SimulationRequest.SimulatedPod;
import dev.edgewise.scheduler.kubernetes.json.JsonPodReader;
import dev.edgewise.scheduler.kubernetes.json.MalformedJsonException;
import dev.edgewise.scheduler.kubernetes.watch.ReservationConverter;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Reads a simulation request. An invalid element is an error of that element only, which names its field. */
final class SimulationReader {
    static final int MOST_PODS = 1_000;
    /** The maximum number of removals, and of reservations. */
    static final int MOST_OTHERS = 1_000;

    private static final Set<String> FIELDS = Set.of("profile", "pods", "removals", "reservations", "timeoutSeconds");

    private static final double NANOS_PER_SECOND = 1e9;
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);

    private final JsonPodReader pods;

    SimulationReader(JsonPodReader pods) {
        this.pods = pods;
    }

    /**
     * @throws MalformedJsonException if the text is no JSON object
     * @throws InvalidInputException if a field of the whole has a value that is not allowed
     */
    SimulationRequest read(String text) {
        JsonNode body = pods.parse(text);
        body.fieldNames().forEachRemaining(name -> require(FIELDS.contains(name), name, "there", "one of " + FIELDS));
        JsonNode profile = body.path("profile");
        require(profile.isMissingNode() || profile.isNull() || profile.isTextual(), "profile", profile, "a text");
        List<SimulationRequestElement<SimulatedPod>> wanted = elements(body, "pods", MOST_PODS, this::wanted);
        require(!wanted.isEmpty(), "pods", "empty", "a list of 1 to " + MOST_PODS + " pods");
        return new SimulationRequest(
                profile.isTextual() ? profile.asText() : null,
                wanted,
                elements(body, "removals", MOST_OTHERS, SimulationReader::key),
                reservations(body),
                timeout(body.path("timeoutSeconds")));
    }

    private static Duration timeout(JsonNode seconds) {
        if (seconds.isMissingNode() || seconds.isNull()) {
            return SimulationService.LONGEST_TIMEOUT;
        }
        String allowed = "a number of seconds, 0.001 to " + SimulationService.LONGEST_TIMEOUT.toSeconds();
        require(seconds.isNumber(), "timeoutSeconds", seconds, allowed);
        double value = seconds.asDouble();
        boolean isWithin =
                value * 1_000 >= SHORTEST_TIMEOUT.toMillis() && value <= SimulationService.LONGEST_TIMEOUT.toSeconds();
        require(isWithin, "timeoutSeconds", seconds, allowed);
        return Duration.ofNanos(Math.round(value * NANOS_PER_SECOND));
    }

    private static <T> List<SimulationRequestElement<T>> elements(
            JsonNode body, String field, int most, Function<JsonNode, T> reader) {
        JsonNode array = body.path(field);
        require(array.isMissingNode() || array.isArray(), field, "no list", "a list");
        require(array.size() <= most, field, array.size() + " elements", "at most " + most);
        List<SimulationRequestElement<T>> read = new ArrayList<>(array.size());
        for (int i = 0; i < array.size(); i++) {
            JsonNode element = array.get(i);
            read.add(SimulationRequestElement.read(field, i, () -> reader.apply(element)));
        }
        return read;
    }

    private SimulatedPod wanted(JsonNode element) {
        require(element.isObject(), "", element, "a Pod, or an object with like");
        JsonNode like = element.path("like");
        return like.isMissingNode()
                ? new SimulatedPod(pods.read(element).unassigned(), null)
                : new SimulatedPod(null, key(like, "like"));
    }

    private static PodKey key(JsonNode text) {
        return key(text, "");
    }

    private static PodKey key(JsonNode text, String field) {
        String[] parts = text.asText().split("/", -1);
        boolean holds = text.isTextual() && parts.length == 2 && !parts[0].isEmpty() && !parts[1].isEmpty();
        require(holds, field, text, "namespace/name of a pod");
        return new PodKey(parts[0], parts[1]);
    }

    private static List<SimulationRequestElement<Reservation>> reservations(JsonNode body) {
        int[] count = new int[1];
        return elements(body, "reservations", MOST_OTHERS, element -> reservation(element, ++count[0]));
    }

    /** Reads a reservation, with a UID of its own. */
    private static Reservation reservation(JsonNode element, int number) {
        require(element.isObject(), "", element, "an object with namespace, node, resources and for");
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        ObjectNode spec = element.deepCopy();
        ObjectNode metadata = object.putObject("metadata").put("uid", "simulated-" + number);
        JsonNode name = spec.remove("name");
        metadata.set("namespace", spec.remove("namespace"));
        metadata.put("name", name == null ? "simulated-" + number : name.asText());
        object.set("spec", spec);
        try {
            return ReservationConverter.convert(object);
        } catch (InvalidObjectException e) {
            throw new InvalidInputException(e.field().replaceFirst("^(spec|metadata)\\.", ""), e.value(), e.allowed());
        }
    }

    private static void require(boolean holds, String field, Object value, String allowed) {
        if (!holds) {
            throw new InvalidInputException(field, value, allowed);
        }
    }
}
