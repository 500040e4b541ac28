package dev.edgewise.scheduler.extender.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.scheduler.extender.buffer.BufferPool.Buffer;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.plugins.CapacityReservedForOthersFilter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes answers as kube-scheduler reads them, with Go's names of the fields. It writes only nodes that were sent, with
 * the bytes that were sent: a generator would spend a quarter of an answer's time on quoting names again.
 */
public final class ExtenderResponseWriter {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int MAX_SCORE = 10;
    /** Tenths are not exact. */
    private static final double ROUNDING = 1e-9;

    private static final @Nullable Rejection[] NO_REJECTIONS = {};

    private static final byte[] NAMES = utf8("{\"Nodes\":null,\"NodeNames\":");
    private static final byte[] AFTER_NAMES = utf8(",\"FailedNodes\":");
    private static final byte[] NODES = utf8("{\"Nodes\":{\"items\":");
    private static final byte[] AFTER_NODES = utf8("},\"NodeNames\":null,\"FailedNodes\":");
    private static final byte[] UNRESOLVABLE = utf8(",\"FailedAndUnresolvableNodes\":");
    private static final byte[] NO_ERROR = utf8(",\"Error\":\"\"}");
    private static final byte[] FIRST_HOST = utf8("{\"Host\":");
    private static final byte[] HOST = utf8(",{\"Host\":");
    /** The text that follows the name, for each score. */
    private static final byte[][] SCORES = IntStream.rangeClosed(0, MAX_SCORE)
            .mapToObj(score -> utf8(",\"Score\":" + score + "}"))
            .toArray(byte[][]::new);

    private ExtenderResponseWriter() {}

    /**
     * Writes the answer to a filter request. If a node passes, nodes that preemption cannot help are left out:
     * kube-scheduler treats a node without an entry as one of these, and reads reasons only if no node passes.
     *
     * @param rejections why the pod may not go to each node, in their order; null where it may
     */
    public static void filtered(ExtenderRequest request, @Nullable Rejection[] rejections, Buffer output) {
        // In the form in which the nodes were sent: the other is null.
        write(request.named() ? NAMES : NODES, output);
        passed(request, rejections, output);
        write(request.named() ? AFTER_NAMES : AFTER_NODES, output);
        failed(request, true, rejections, output);
        write(UNRESOLVABLE, output);
        boolean isLeft = Arrays.stream(rejections).anyMatch(Objects::isNull);
        failed(request, false, isLeft ? NO_REJECTIONS : rejections, output);
        write(NO_ERROR, output);
    }

    /** @param values of each node, in their order, 0..1 */
    public static void prioritized(ExtenderRequest request, double[] values, Buffer output) {
        output.write('[');
        for (int i = 0; i < values.length; i++) {
            write(i == 0 ? FIRST_HOST : HOST, output);
            writeName(request, i, output);
            write(SCORES[score(values[i])], output);
        }
        output.write(']');
    }

    /** Returns the score, rounded down: only the best possible value has 10. */
    private static int score(double value) {
        return (int) (MAX_SCORE * Math.max(0, Math.min(1, value)) + ROUNDING);
    }

    /** @param nodes on which preemption would help, with its victims */
    public static void preempted(Map<String, NodeVictims> nodes, Buffer output) {
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), output)) {
            json.writeStartObject();
            json.writeName("NodeNameToMetaVictims").writeStartObject();
            nodes.forEach((node, victims) -> {
                json.writeName(node);
                victims(victims, json);
            });
            json.writeEndObject();
            json.writeEndObject();
        }
    }

    private static void victims(NodeVictims victims, JsonGenerator json) {
        json.writeStartObject();
        json.writeName("Pods").writeStartArray();
        for (String uid : victims.uids()) {
            json.writeStartObject();
            json.writeName("UID").writeString(uid);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeName("NumPDBViolations").writeNumber(victims.violations());
        json.writeEndObject();
    }

    /** @param version of this service */
    public static void version(String version, Buffer output) {
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), output)) {
            json.writeStartObject();
            json.writeName("version").writeString(version);
            json.writeEndObject();
        }
    }

    private static void passed(ExtenderRequest request, @Nullable Rejection[] rejections, Buffer output) {
        output.write('[');
        int start = output.length();
        for (IndexRange range : IndexRange.passed(rejections)) {
            separate(start, output);
            request.body().write(request.part(range), output);
        }
        output.write(']');
    }

    private static void failed(
            ExtenderRequest request, boolean resolvable, @Nullable Rejection[] rejections, Buffer output) {
        Map<String, byte[]> reasons = new HashMap<>();
        output.write('{');
        int start = output.length();
        for (int i = 0; i < rejections.length; i++) {
            Rejection rejection = rejections[i];
            if (rejection != null && isResolvable(rejection) == resolvable) {
                separate(start, output);
                writeName(request, i, output);
                write(reasons.computeIfAbsent(rejection.reason(), ExtenderResponseWriter::afterName), output);
            }
        }
        output.write('}');
    }

    /** Writes the name as it was sent, with its quotes. */
    private static void writeName(ExtenderRequest request, int place, Buffer output) {
        int begin = request.names().begin(place);
        output.write(request.body().bytes(), begin, request.names().end(place) - begin);
    }

    /** Most nodes are rejected for few reasons. */
    private static byte[] afterName(String reason) {
        return utf8(":\"" + new String(JsonStringEncoder.getInstance().quoteAsCharArray(reason)) + "\"");
    }

    /** Writes a comma from the second element on. */
    private static void separate(int start, Buffer output) {
        if (output.length() > start) {
            output.write(',');
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }

    private static void write(byte[] bytes, Buffer output) {
        output.write(bytes, 0, bytes.length);
    }

    /** kube-scheduler knows no reservations: it would look for victims on all those nodes and find none. */
    private static boolean isResolvable(Rejection rejection) {
        return rejection.resolvable() && !rejection.filter().equals(CapacityReservedForOthersFilter.NAME);
    }
}
