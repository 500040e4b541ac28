package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.global.manifests.ObjectReadiness;
import dev.edgewise.global.manifests.ObjectReadinessEvaluator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at the objects of an attempt. */
final class AttemptObserver {
    private static final String IN_ITS_CLUSTER =
            "; its status in the cluster says why, which is not shown as it is of a Secret";

    private final AttemptObjectClient objects;
    private final AttemptFenceRenewer fence;
    private final boolean confidential;

    /** @param confidential whether the texts of objects, which repeat parts of their manifests, are not to be shown */
    AttemptObserver(AttemptObjectClient objects, AttemptFenceRenewer fence, boolean confidential) {
        this.objects = objects;
        this.fence = fence;
        this.confidential = confidential;
    }

    /** Returns the anchor; null if there is none. */
    @Nullable
    AttemptAnchorConfigMap anchor(ObservationBuilder seen) throws MemberUnreachableException {
        MemberReply reply = objects.anchor();
        if (reply.isSuccess() && objects.isMine(reply.body())) {
            AttemptAnchorConfigMap anchor = objects.anchorOf(reply.body());
            seen.anchor(true, anchor.fenced()).manifests(anchor.manifests());
            return anchor;
        }
        if (!reply.isNotFound()) {
            // Whether it is there is not known: it counts as there and fenced, so that nothing is taken for gone or
            // safe.
            seen.anchor(true, true)
                    .pending(reply.isSuccess() ? "the anchor has lost its labels" : refusal(reply, "the anchor"));
        }
        return null;
    }

    private String refusal(MemberReply reply, String what) {
        return objects.account() + " may not see " + what + ": " + reply.message();
    }

    /** Counts the objects that exist and are ready. */
    void look(ObservationBuilder seen, List<ObjectRef> expected) throws MemberUnreachableException {
        List<JsonNode> waiting = new ArrayList<>();
        for (ObjectRef ref : expected) {
            fence.keep();
            count(seen, ref, objects.get(ref), waiting);
        }
        boolean isPodNeeded = waiting.stream().anyMatch(ObjectReadinessEvaluator::isExplainedByPods);
        List<JsonNode> pods = isPodNeeded && !confidential ? objects.pods() : List.of();
        seen.expected(expected.size());
        waiting.forEach(each -> say(seen, each, ObjectReadinessEvaluator.of(each, pods)));
    }

    /** Counts the objects as the answers to their creation show them; a later look asks what a workload waits for. */
    void look(ObservationBuilder seen, List<ObjectRef> expected, List<MemberReply> made) {
        List<JsonNode> waiting = new ArrayList<>();
        for (int index = 0; index < expected.size(); index++) {
            count(seen, expected.get(index), made.get(index), waiting);
        }
        seen.expected(expected.size());
        waiting.forEach(each -> say(seen, each, ObjectReadinessEvaluator.of(each, List.of())));
    }

    private void count(ObservationBuilder seen, ObjectRef ref, MemberReply reply, List<JsonNode> waiting) {
        if (reply.isNotFound()) {
            seen.pending(ref.title() + " does not exist");
        } else if (!reply.isSuccess()) {
            seen.object().failed(refusal(reply, ref.title()));
        } else if (!objects.isMine(reply.body())) {
            seen.failed(ref.title() + " exists, and is not of this attempt");
        } else {
            seen.object();
            count(seen, reply.body(), waiting);
        }
    }

    private static void count(ObservationBuilder seen, JsonNode object, List<JsonNode> waiting) {
        ObjectReadiness readiness = ObjectReadinessEvaluator.of(object, List.of());
        if (readiness.ready()) {
            seen.ready();
        } else {
            waiting.add(object);
        }
    }

    private void say(ObservationBuilder seen, JsonNode object, ObjectReadiness readiness) {
        String failed = readiness.failed();
        String title = object.path("kind").asText() + " "
                + object.path("metadata").path("name").asText();
        if (failed != null) {
            seen.failed(confidential ? title + " has failed" + IN_ITS_CLUSTER : failed);
        } else {
            seen.pending(confidential ? title + " is not ready" + IN_ITS_CLUSTER : readiness.pending());
        }
    }
}
