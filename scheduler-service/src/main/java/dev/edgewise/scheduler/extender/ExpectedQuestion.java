package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.extender.Body.Part;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a kube-scheduler asks next: the same body, with the names of those nodes that passed. That it is the same is found out by comparing bytes, without reading it.
 *
 * @param before what is sent before the list of names; the pod alone if that is not known, as its names came before it, or none did
 * @param pod of which the part stands in {@code before}
 * @param names of those that passed, as they were answered
 * @param after what is sent after the list; null if the question cannot be expected
 */
record ExpectedQuestion(Body before, SentPod pod, NameList names, @Nullable Body after) {
    /** @param rejections of each node that was asked about, in their order, null where it passed */
    static ExpectedQuestion after(Question filtered, @Nullable Rejection[] rejections) {
        Body body = filtered.body();
        SentPod pod = filtered.pod();
        Part part = pod.part();
        Part list = filtered.list();
        if (list == null || list.from() < part.to()) {
            return new ExpectedQuestion(
                    body.copy(part),
                    new SentPod(new Part(0, part.to() - part.from()), pod.version()),
                    new NameList(),
                    null);
        }
        Body before = body.copy(new Part(0, list.from()));
        Body after = body.copy(body.from(list.to()));
        return new ExpectedQuestion(before, pod, filtered.names().accepted(rejections), after);
    }

    /** The question if the body is that one, to the byte; else null. */
    @Nullable
    Question in(Body body) {
        if (after == null || body.length() < before.length() || !begins(body)) {
            return null;
        }
        int end = names.endIn(body, before.length());
        return end != NameList.NONE && body.has(body.from(end), after, after.from(0))
                ? new Question(body, pod, names, List.of(), true, new Part(before.length(), end))
                : null;
    }

    private boolean begins(Body body) {
        return body.has(new Part(0, before.length()), before, before.from(0));
    }

    boolean isAboutPodOf(Question question) {
        return question.body().has(question.pod().part(), before, pod.part());
    }
}
