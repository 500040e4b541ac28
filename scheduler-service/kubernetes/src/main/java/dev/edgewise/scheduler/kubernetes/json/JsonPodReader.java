package dev.edgewise.scheduler.kubernetes.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.edgewise.common.Names;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.watch.PartiallyReadablePod;
import dev.edgewise.scheduler.kubernetes.watch.PodConverter;
import dev.edgewise.scheduler.kubernetes.watch.TrimmedObjectMapper;
import dev.edgewise.scheduler.model.Pod;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads pods with the Kubernetes client's own mapper, which Spring's must not be confused with. */
public final class JsonPodReader {
    /**
     * The maximum number of values, twice that of a thousand pods from the API server; in a tree, each takes some 100
     * bytes, however short its text.
     */
    static final int MOST_VALUES = 500_000;

    /** The size in bytes above which a pod is large; most pods have some thousand. */
    private static final int LARGE = 128 * 1024;

    /** Stands in where a hypothetical pod has no name. */
    private static final String UNNAMED = "hypothetical";

    private final ObjectMapper json = new ObjectMapper();
    private final ObjectReader wholeText = json.reader(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private final ObjectReader held = TrimmedObjectMapper.pods().readerFor(io.fabric8.kubernetes.api.model.Pod.class);

    public JsonPodReader() {
        // Teaches the mapper the forms of quantities, int-or-string and micro time.
        new KubernetesSerialization(json, false);
    }

    /**
     * Reads a Pod as its user writes it or as the API server returns it.
     *
     * @throws MalformedJsonException if the text is not JSON
     * @throws InvalidInputException if it is no Pod, or a field of it has a value that is not allowed
     */
    public Pod read(String text) {
        return read(parse(text));
    }

    /**
     * Reads the readable part of a pod that the API server already has: fields that no scheduler uses are skipped, and
     * fields that are too large are left out, as for watched pods. Large pods are read one at a time, as they take much
     * memory.
     *
     * @param from the first of its bytes
     * @param to the byte after the last
     * @throws InvalidInputException if it is no Pod
     */
    public Pod readHeld(byte[] bytes, int from, int to) {
        // Given as an array, Jackson reads beyond the end of a part that is long.
        InputStream part = new ByteArrayInputStream(bytes, from, to - from);
        if (to - from <= LARGE) {
            return readHeld(part);
        }
        synchronized (held) {
            return readHeld(part);
        }
    }

    private Pod readHeld(InputStream json) {
        try {
            io.fabric8.kubernetes.api.model.Pod pod = held.readValue(json);
            name(pod);
            return PartiallyReadablePod.of(pod).pod();
        } catch (InvalidObjectException e) {
            throw new InvalidInputException(e.field(), e.value(), e.allowed());
        } catch (JsonMappingException e) {
            throw new InvalidInputException(path(e), "of another kind", "what the API of Pod says");
        } catch (IOException e) {
            throw new InvalidInputException("Pod", "malformed: " + e.getMessage(), "JSON");
        }
    }

    /**
     * Reads a pod that is a part of a body.
     *
     * @throws InvalidInputException if it is no Pod, or a field of it has a value that is not allowed
     */
    public Pod read(JsonNode tree) {
        require(tree, "kind", "Pod");
        require(tree, "apiVersion", "v1");
        PodTrimmer.apply(
                tree,
                Set.of(
                        Names.DELAY_ANNOTATION,
                        Names.OWNER_NODE_ANNOTATION,
                        Names.RECOVERY_ANNOTATION,
                        Names.SLOTS_ANNOTATION,
                        Names.SOURCE_NODE_ANNOTATION,
                        Names.PLACEMENT_ANNOTATION,
                        Names.CALL_COMPUTE_ANNOTATION,
                        Names.CALL_PAYLOAD_ANNOTATION));
        io.fabric8.kubernetes.api.model.Pod pod = typed(tree);
        name(pod);
        try {
            return PodConverter.convert(pod);
        } catch (InvalidObjectException e) {
            throw new InvalidInputException(e.field(), e.value(), e.allowed());
        }
    }

    /**
     * @throws MalformedJsonException if the text is not a JSON object
     * @throws InvalidInputException if it has more than {@value #MOST_VALUES} values
     */
    public JsonNode parse(String text) {
        JsonNode tree;
        try {
            checkSize(text);
            tree = wholeText.readTree(text);
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String place = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
            throw new MalformedJsonException("The body is not JSON" + place + ": " + e.getOriginalMessage(), e);
        }
        if (!tree.isObject()) {
            throw new MalformedJsonException("The body must be a JSON object", null);
        }
        return tree;
    }

    /** Checks the size before there is a tree. A value takes a character at least. */
    private void checkSize(String text) throws JsonProcessingException {
        if (text.length() <= MOST_VALUES) {
            return;
        }
        try (JsonParser parser = json.createParser(text)) {
            int values = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                values += token.isStructStart() || token.isScalarValue() ? 1 : 0;
                if (values > MOST_VALUES) {
                    throw new InvalidInputException(
                            "the body", "of more than " + MOST_VALUES + " values", "of at most " + MOST_VALUES);
                }
            }
        } catch (JsonProcessingException malformed) {
            throw malformed;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Requires the value unless it is absent, as elements of lists come without kind and version. */
    private static void require(JsonNode tree, String field, String value) {
        JsonNode given = tree.path(field);
        if (!given.isMissingNode() && !given.asText().equals(value)) {
            throw new InvalidInputException(field, given.asText(), value);
        }
    }

    private io.fabric8.kubernetes.api.model.Pod typed(JsonNode tree) {
        try {
            return json.treeToValue(tree, io.fabric8.kubernetes.api.model.Pod.class);
        } catch (JsonMappingException e) {
            throw new InvalidInputException(path(e), valueAt(tree, e), "what the API of Pod says");
        } catch (JsonProcessingException e) {
            throw new MalformedJsonException("The body is no Pod: " + e.getOriginalMessage(), e);
        }
    }

    private static void name(io.fabric8.kubernetes.api.model.Pod pod) {
        if (pod.getMetadata() == null) {
            pod.setMetadata(new ObjectMeta());
        }
        ObjectMeta metadata = pod.getMetadata();
        if (isEmpty(metadata.getName()) && isEmpty(metadata.getGenerateName())) {
            metadata.setName(UNNAMED);
        }
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private static String path(JsonMappingException e) {
        return e.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                .collect(Collectors.joining("."))
                .replace(".[", "[");
    }

    private static String valueAt(JsonNode tree, JsonMappingException e) {
        JsonNode node = tree;
        for (JsonMappingException.Reference step : e.getPath()) {
            node = step.getFieldName() == null ? node.path(step.getIndex()) : node.path(step.getFieldName());
        }
        return node.toString();
    }
}
