package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.MemberFenceNames;
import dev.edgewise.common.Names;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests about the objects of one attempt, as the tenant's account in the member. */
final class AttemptObjectClient {
    private static final String FIELD_MANAGER = "?fieldManager=" + GlobalRequestObjectNames.FIELD_MANAGER;
    private static final int MOST_PODS = 50;

    private final MemberApi api;
    private final MemberApi urgent;
    private final GlobalRequest request;
    private final Attempt attempt;
    private final String account;
    /**
     * Whether the target namespace does not exist: then none of its accounts may see anything there, and there is
     * nothing.
     */
    private boolean isNamespaceGone;

    /** @param urgent for what renews a fence, which must not wait for the objects of other attempts */
    AttemptObjectClient(MemberApi api, MemberApi urgent, GlobalRequest request, Attempt attempt) {
        this.api = api;
        this.urgent = urgent;
        this.request = request;
        this.attempt = attempt;
        this.account = account(request.spec().targetNamespace(), request.spec().serviceAccount());
    }

    /** Returns the user name of a service account. */
    static String account(String namespace, String name) {
        return "system:serviceaccount:" + namespace + ":" + name;
    }

    String account() {
        return account;
    }

    private String anchors() {
        return "/api/v1/namespaces/" + request.spec().targetNamespace() + "/configmaps";
    }

    private String anchorPath() {
        return anchors() + "/" + GlobalRequestObjectNames.anchor(request.uid(), attempt.number());
    }

    MemberReply createAnchor(
            String origin, List<ObjectRef> objects, String manifests, Duration fence, @Nullable Instant expires)
            throws MemberUnreachableException {
        return api.postAs(
                account,
                anchors() + FIELD_MANAGER,
                AttemptAnchorConfigMap.json(request, attempt, origin, objects, manifests, fence, expires));
    }

    /** Returns the Lease by which the fence of the member says that it runs. */
    MemberReply fenceLease() throws MemberUnreachableException {
        return urgent.get("/apis/coordination.k8s.io/v1/namespaces/" + MemberFenceNames.MEMBER_NAMESPACE + "/leases/"
                + MemberFenceNames.LEASE);
    }

    /**
     * Returns the anchor. With a namespace its RoleBindings are deleted, so a refusal may mean that there is none any
     * more, which the service's own account sees.
     */
    MemberReply anchor() throws MemberUnreachableException {
        MemberReply reply = urgent.getAs(account, anchorPath());
        isNamespaceGone = reply.isForbidden()
                && urgent.get("/api/v1/namespaces/" + request.spec().targetNamespace())
                        .isNotFound();
        return isNamespaceGone ? MemberReply.notFound() : reply;
    }

    /** Returns the anchor that an answer has. */
    AttemptAnchorConfigMap anchorOf(JsonNode json) {
        return AttemptAnchorConfigMap.of(json, request.spec().targetNamespace());
    }

    /** Sets the moment at which the member deletes the anchor; null for never. */
    MemberReply expire(@Nullable Instant expires) throws MemberUnreachableException {
        return urgent.mergeAs(account, anchorPath() + FIELD_MANAGER, AttemptAnchorConfigMap.expiry(expires));
    }

    /** Deletes the anchor of that uid, which disappears after all that it owns. */
    MemberReply deleteAnchor(String uid) throws MemberUnreachableException {
        return api.deleteAs(account, anchorPath(), options(uid));
    }

    /** Creates an object. It is never merged with one that is there, which may be of another owner. */
    MemberReply create(ObjectRef ref, ObjectNode object) throws MemberUnreachableException {
        return api.postAs(account, ref.collection() + FIELD_MANAGER, object.toString());
    }

    MemberReply get(ObjectRef ref) throws MemberUnreachableException {
        return isNamespaceGone && ref.namespaced() ? MemberReply.notFound() : api.getAs(account, ref.path());
    }

    MemberReply delete(ObjectRef ref, String uid) throws MemberUnreachableException {
        return api.deleteAs(account, ref.path(), options(uid));
    }

    boolean isMine(JsonNode object) {
        return AttemptAnchorConfigMap.isOf(object, request.uid(), attempt.number());
    }

    /** Returns the pods of the attempt, which say what a workload waits for; none if the account may not list them. */
    List<JsonNode> pods() throws MemberUnreachableException {
        String selector =
                Names.REQUEST_LABEL + "=" + request.uid() + "," + Names.ATTEMPT_LABEL + "=" + attempt.number();
        MemberReply reply = api.getAs(
                account,
                "/api/v1/namespaces/" + request.spec().targetNamespace() + "/pods?limit=" + MOST_PODS
                        + "&labelSelector=" + URLEncoder.encode(selector, StandardCharsets.UTF_8));
        List<JsonNode> pods = new ArrayList<>();
        if (reply.isSuccess()) {
            reply.body().path("items").forEach(pods::add);
        }
        return pods;
    }

    /** Returns the options of a deletion in the foreground of the object with that uid. */
    static String options(String uid) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "v1").put("kind", "DeleteOptions").put("propagationPolicy", "Foreground");
        json.putObject("preconditions").put("uid", uid);
        return json.toString();
    }
}
