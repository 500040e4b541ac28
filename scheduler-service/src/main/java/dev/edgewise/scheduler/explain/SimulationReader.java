package dev.edgewise.scheduler.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.explain.SimulationRequest.SimulatedPod;
import dev.edgewise.scheduler.kubernetes.watch.ReservationConverter;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Reads what is to be simulated; each error names the element and its field. */
final class SimulationReader {
    static final int MOST_PODS = 1_000;
    /** Of removals and of reservations. */
    static final int MOST_OTHERS = 1_000;

    private static final Set<String> FIELDS = Set.of("profile", "pods", "removals", "reservations");

    private final JsonPodReader pods;

    SimulationReader(JsonPodReader pods) {
        this.pods = pods;
    }

    /**
     * @throws MalformedJsonException if the text is no JSON object
     * @throws InvalidInputException if a field has a value that is not allowed
     */
    SimulationRequest read(String text) {
        JsonNode body = pods.parse(text);
        body.fieldNames().forEachRemaining(name -> require(FIELDS.contains(name), name, "there", "one of " + FIELDS));
        JsonNode profile = body.path("profile");
        require(profile.isMissingNode() || profile.isNull() || profile.isTextual(), "profile", profile, "a text");
        List<SimulatedPod> wanted = elements(body, "pods", MOST_PODS, this::wanted);
        require(!wanted.isEmpty(), "pods", "empty", "a list of 1 to " + MOST_PODS + " pods");
        return new SimulationRequest(
                profile.isTextual() ? profile.asText() : null,
                wanted,
                elements(body, "removals", MOST_OTHERS, SimulationReader::key),
                reservations(body));
    }

    private static <T> List<T> elements(JsonNode body, String field, int most, Function<JsonNode, T> reader) {
        JsonNode array = body.path(field);
        require(array.isMissingNode() || array.isArray(), field, "no list", "a list");
        require(array.size() <= most, field, array.size() + " elements", "at most " + most);
        List<T> read = new ArrayList<>(array.size());
        for (int i = 0; i < array.size(); i++) {
            try {
                read.add(reader.apply(array.get(i)));
            } catch (InvalidInputException e) {
                String inner = e.field().isEmpty() ? "" : "." + e.field();
                throw new InvalidInputException(field + "[" + i + "]" + inner, e.value(), e.allowed());
            }
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

    private static List<Reservation> reservations(JsonNode body) {
        int[] count = new int[1];
        return elements(body, "reservations", MOST_OTHERS, element -> reservation(element, ++count[0]));
    }

    /** With a uid of its own, as no two have the same. */
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
