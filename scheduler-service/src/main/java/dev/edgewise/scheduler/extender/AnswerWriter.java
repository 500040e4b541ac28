package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.extender.Body.Part;
import dev.edgewise.scheduler.pipeline.Rejection;
import dev.edgewise.scheduler.plugins.BesideReservations;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;

/** Writes answers as kube-scheduler reads them, with Go's names of the fields. Nothing is written but nodes that were sent. */
final class AnswerWriter {
    private static final JsonFactory JSON = new JsonFactory();
    /** Encoded once, as they are written for each node. */
    private static final SerializedString HOST = new SerializedString("Host");

    private static final SerializedString SCORE = new SerializedString("Score");
    private static final @Nullable Rejection[] NO_REJECTIONS = {};

    private AnswerWriter() {}

    /**
     * Where a node is left, those that preemption cannot help are left out: kube-scheduler takes a node of which it is told nothing for one of these,
     * and looks at no reason unless no node is left.
     *
     * @param rejections why the pod may not go to each node, in their order; null where it may
     */
    static void filtered(Question question, @Nullable Rejection[] rejections, OutputStream output) {
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), output)) {
            json.writeStartObject();
            passed(question, rejections, json);
            failed("FailedNodes", true, question.names(), rejections, json);
            boolean isLeft = Arrays.stream(rejections).anyMatch(Objects::isNull);
            failed("FailedAndUnresolvableNodes", false, question.names(), isLeft ? NO_REJECTIONS : rejections, json);
            json.writeName("Error").writeString("");
            json.writeEndObject();
        }
    }

    /** @param scores of each node, in their order */
    static void prioritized(Question question, int[] scores, OutputStream output) {
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), output)) {
            json.writeStartArray();
            for (int i = 0; i < scores.length; i++) {
                json.writeStartObject();
                json.writeName(HOST).writeString(question.names().get(i));
                json.writeName(SCORE).writeNumber(scores[i]);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
    }

    /** @param nodes on which preemption would help, with its victims */
    static void preempted(Map<String, Victims> nodes, OutputStream output) {
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

    private static void victims(Victims victims, JsonGenerator json) {
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

    /** In the form in which the nodes were sent: the other is null. */
    private static void passed(Question question, @Nullable Rejection[] rejections, JsonGenerator json) {
        if (question.named()) {
            json.writeName("Nodes").writeNull();
            json.writeName("NodeNames");
            passedNames(question, rejections, json);
            return;
        }
        json.writeName("Nodes").writeStartObject();
        json.writeName("items").writeStartArray();
        forEachPassed(
                rejections,
                i -> json.writeRawValue(question.body().text(question.nodes().get(i))));
        json.writeEndArray();
        json.writeEndObject();
        json.writeName("NodeNames").writeNull();
    }

    /** Where all passed, that is the list that was sent. */
    private static void passedNames(Question question, @Nullable Rejection[] rejections, JsonGenerator json) {
        Part list = question.list();
        if (list != null && Arrays.stream(rejections).allMatch(Objects::isNull)) {
            json.writeRawValue(question.body().text(list));
            return;
        }
        json.writeStartArray();
        forEachPassed(rejections, i -> json.writeString(question.names().get(i)));
        json.writeEndArray();
    }

    private static void forEachPassed(@Nullable Rejection[] rejections, IntConsumer node) {
        for (int i = 0; i < rejections.length; i++) {
            if (rejections[i] == null) {
                node.accept(i);
            }
        }
    }

    private static void failed(
            String field,
            boolean resolvable,
            List<String> names,
            @Nullable Rejection[] rejections,
            JsonGenerator json) {
        json.writeName(field).writeStartObject();
        for (int i = 0; i < rejections.length; i++) {
            Rejection rejection = rejections[i];
            if (rejection != null && isResolvable(rejection) == resolvable) {
                json.writeName(names.get(i)).writeString(rejection.reason());
            }
        }
        json.writeEndObject();
    }

    /** kube-scheduler knows no reservations: it would look for victims on all those nodes and find none. */
    private static boolean isResolvable(Rejection rejection) {
        return rejection.resolvable() && !rejection.filter().equals(BesideReservations.NAME);
    }
}
