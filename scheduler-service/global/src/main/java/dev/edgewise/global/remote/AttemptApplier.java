package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.global.manifests.Manifest;
import dev.edgewise.global.manifests.ManifestRewriter;
import dev.edgewise.global.manifests.RewriteTarget;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.RequestNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the objects of an attempt. */
final class AttemptApplier {
    private final AttemptObjects objects;
    private final MemberKinds kinds;
    private final GlobalRequest request;
    private final Attempt attempt;

    AttemptApplier(AttemptObjects objects, MemberKinds kinds, GlobalRequest request, Attempt attempt) {
        this.objects = objects;
        this.kinds = kinds;
        this.request = request;
        this.attempt = attempt;
    }

    /** The objects to make, or why they cannot be made in this member. */
    record Plan(List<ObjectRef> refs, @Nullable String problem) {
        Plan {
            refs = List.copyOf(refs);
        }
    }

    Plan plan(List<Manifest> manifests) throws MemberUnreachableException {
        List<ObjectRef> refs = new ArrayList<>();
        RewriteTarget target = target("");
        for (Manifest manifest : manifests) {
            MemberKinds.Kind kind = kinds.find(objects.account(), manifest.apiVersion(), manifest.kind());
            if (kind == null) {
                return new Plan(
                        refs,
                        manifest.field() + ".kind is " + manifest.kind() + " of " + manifest.apiVersion()
                                + ": it must be a kind that cluster " + attempt.cluster() + " serves");
            }
            refs.add(new ObjectRef(
                    kind.collection(request.spec().targetNamespace()),
                    manifest.kind(),
                    ManifestRewriter.name(manifest, target),
                    kind.namespaced()));
        }
        return new Plan(refs, null);
    }

    /** Creates the objects that are not there. Stops at the first that is refused. */
    void apply(ObservationBuilder seen, List<Manifest> manifests, List<ObjectRef> refs, String anchorUid)
            throws MemberUnreachableException {
        RewriteTarget target = target(anchorUid);
        for (int index = 0; index < refs.size(); index++) {
            ObjectRef ref = refs.get(index);
            ObjectNode object = ManifestRewriter.rewrite(manifests.get(index), target, ref.namespaced());
            if (!create(seen, manifests.get(index), ref, object)) {
                return;
            }
        }
    }

    private boolean create(ObservationBuilder seen, Manifest manifest, ObjectRef ref, ObjectNode object)
            throws MemberUnreachableException {
        MemberReply reply = objects.create(ref, object);
        if (reply.isSuccess()) {
            return true;
        }
        if (reply.isTransient()) {
            seen.pending(ref.title() + ": the API server answers " + reply.message());
            return false;
        }
        if (reply.isConflict()) {
            MemberReply found = objects.get(ref);
            JsonNode existing = found.body();
            if (found.isSuccess() && objects.isMine(existing)) {
                return true;
            }
            if (found.isNotFound() || existing.path("metadata").has("deletionTimestamp")) {
                seen.pending(ref.title() + " of before is being deleted");
                return false;
            }
            seen.failed(manifest.field() + " is " + ref.title() + ", which exists in cluster " + attempt.cluster()
                    + " and is not of this request: it must have another name");
            return false;
        }
        seen.failed(manifest.field() + " is " + ref.title() + ": as " + objects.account() + ", cluster "
                + attempt.cluster() + " answers " + reply.message());
        return false;
    }

    private RewriteTarget target(String anchorUid) {
        Policy policy = request.spec().policy();
        boolean isSource = policy.sourceCluster().equals(attempt.cluster());
        return new RewriteTarget(
                request.uid(),
                attempt.number(),
                request.spec().targetNamespace(),
                RequestNames.anchor(request.uid(), attempt.number()),
                anchorUid,
                policy,
                "",
                isSource ? policy.sourceNode() : "");
    }
}
