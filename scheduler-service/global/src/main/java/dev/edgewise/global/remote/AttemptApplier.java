package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.global.manifests.Manifest;
import dev.edgewise.global.manifests.ManifestRewriter;
import dev.edgewise.global.manifests.RewriteTarget;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.model.OnUnreachable;
import dev.edgewise.global.model.Policy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the objects of an attempt. */
final class AttemptApplier {
    private final AttemptObjectClient objects;
    private final AttemptFenceRenewer fence;
    private final MemberKinds kinds;
    private final MemberSettings settings;
    private final GlobalRequest request;
    private final Attempt attempt;
    private final PreparedRequestManifests prepared;
    /** The uids of the objects without an owner that the attempt has: no garbage collection deletes them. */
    private final Map<ObjectRef, String> ownerless = new LinkedHashMap<>();

    /** @throws MemberUnreachableException if there is no connection */
    AttemptApplier(
            AttemptObjectClient objects,
            AttemptFenceRenewer fence,
            MemberHandle member,
            GlobalRequest request,
            Attempt attempt,
            PreparedRequestManifests prepared)
            throws MemberUnreachableException {
        this.objects = objects;
        this.fence = fence;
        this.kinds = member.kinds();
        this.settings = member.settings();
        this.request = request;
        this.attempt = attempt;
        this.prepared = prepared;
    }

    /**
     * The objects to make.
     *
     * @param problem why they cannot be made in this member; null if they can. The objects that could are listed
     *     nevertheless, as they may have been made before
     * @param unknown objects of kinds of which the member does not say now whether it serves them, for people
     */
    record Plan(List<ObjectRef> refs, @Nullable String problem, List<String> unknown) {
        Plan {
            refs = List.copyOf(refs);
            unknown = List.copyOf(unknown);
        }
    }

    /** Returns what is to be made, if all of it is known. */
    Plan plan() throws MemberUnreachableException {
        Plan plan = served();
        if (!plan.unknown().isEmpty()) {
            throw MemberUnreachableException.ofOneKind(plan.unknown().get(0));
        }
        return plan;
    }

    /** Returns what may have been made, as far as it is known. */
    Plan served() throws MemberUnreachableException {
        List<ObjectRef> refs = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        String problem = null;
        RewriteTarget target = target("");
        for (Manifest manifest : prepared.objects()) {
            MemberKinds.Kind kind;
            try {
                kind = kinds.find(objects.account(), manifest.apiVersion(), manifest.kind());
            } catch (MemberUnreachableException failed) {
                if (!failed.isOfOneKind()) {
                    throw failed;
                }
                unknown.add(manifest.kind() + " of " + manifest.apiVersion() + ": " + failed.getMessage());
                continue;
            }
            if (problem == null) {
                problem = problem(manifest, kind);
            }
            if (kind == null) {
                continue;
            }
            refs.add(new ObjectRef(
                    kind.collection(request.spec().targetNamespace()),
                    manifest.kind(),
                    ManifestRewriter.name(manifest, target),
                    kind.namespaced()));
        }
        return new Plan(refs, problem, unknown);
    }

    /**
     * Says why an object may not be created in this member; null if it may. Of custom resources only the member's
     * discovery knows whether they have a namespace.
     */
    private @Nullable String problem(Manifest manifest, MemberKinds.@Nullable Kind kind) {
        if (kind == null) {
            return manifest.field() + ".kind is " + manifest.kind() + " of " + manifest.apiVersion()
                    + ": it must be a kind that cluster " + attempt.cluster() + " serves";
        }
        if (kind.namespaced()) {
            return null;
        }
        String field = manifest.field() + ".kind is " + manifest.kind() + ": it must be a kind with a namespace";
        if (!prepared.clusterScoped()) {
            return field + ", as cluster-scoped objects are not allowed in requests";
        }
        return request.spec().onUnreachable() == OnUnreachable.FENCE
                ? field + " with onUnreachable Fence, which deletes the objects of one namespace"
                : null;
    }

    /**
     * Creates the objects that are not there, and returns them as the member answers. Stops at the first that is
     * refused.
     */
    List<MemberReply> apply(ObservationBuilder seen, List<ObjectRef> refs, String anchorUid)
            throws MemberUnreachableException {
        List<MemberReply> made = new ArrayList<>();
        List<Manifest> manifests = prepared.objects();
        RewriteTarget target = target(anchorUid);
        for (int index = 0; index < refs.size(); index++) {
            fence.keep();
            ObjectRef ref = refs.get(index);
            ObjectNode object = ManifestRewriter.rewrite(manifests.get(index), target, ref.namespaced());
            MemberReply reply = create(seen, manifests.get(index), ref, object);
            if (reply == null) {
                break;
            }
            made.add(reply);
        }
        return made;
    }

    /** Returns the answer that has the object; null if it is not there. */
    private @Nullable MemberReply create(ObservationBuilder seen, Manifest manifest, ObjectRef ref, ObjectNode object)
            throws MemberUnreachableException {
        MemberReply reply = objects.create(ref, object);
        if (reply.isSuccess()) {
            remember(ref, reply.body());
            return reply;
        }
        if (reply.isTransient()) {
            seen.pending(ref.title() + ": the API server answers " + said(reply));
            return null;
        }
        if (reply.isConflict()) {
            MemberReply found = objects.get(ref);
            JsonNode existing = found.body();
            if (found.isSuccess() && objects.isMine(existing)) {
                remember(ref, existing);
                return found;
            }
            if (found.isNotFound() || existing.path("metadata").has("deletionTimestamp")) {
                seen.pending(ref.title() + " of before is being deleted");
                return null;
            }
            seen.failed(manifest.field() + " is " + ref.title() + ", which exists in cluster " + attempt.cluster()
                    + " and is not of this request: it must have another name");
            return null;
        }
        seen.failed(manifest.field() + " is " + ref.title() + ": as " + objects.account() + ", cluster "
                + attempt.cluster() + " answers " + said(reply));
        return null;
    }

    private void remember(ObjectRef ref, JsonNode object) {
        if (!ref.namespaced()) {
            ownerless.put(ref, object.path("metadata").path("uid").asText());
        }
    }

    private String said(MemberReply reply) {
        return prepared.confidential() ? reply.reason() : reply.message();
    }

    /** Whether there are objects that stay if the attempt has ended meanwhile. */
    boolean hasOwnerless() {
        return !ownerless.isEmpty();
    }

    /** Deletes the objects without an owner. */
    void deleteOwnerless() throws MemberUnreachableException {
        for (Map.Entry<ObjectRef, String> each : ownerless.entrySet()) {
            objects.delete(each.getKey(), each.getValue());
        }
    }

    private RewriteTarget target(String anchorUid) {
        Policy policy = request.spec().policy();
        boolean isSource = policy.sourceCluster().equals(attempt.cluster());
        return new RewriteTarget(
                request.uid(),
                attempt.number(),
                request.spec().targetNamespace(),
                GlobalRequestObjectNames.anchor(request.uid(), attempt.number()),
                anchorUid,
                policy.atSpeed(settings.speed()),
                settings.scheduler(),
                isSource ? policy.sourceNode() : "");
    }
}
