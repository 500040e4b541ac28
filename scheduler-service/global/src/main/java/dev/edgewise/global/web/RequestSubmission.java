package dev.edgewise.global.web;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.global.callback.CallbackTargets;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.manifests.ManifestParser;
import dev.edgewise.global.member.MemberClusters;
import dev.edgewise.global.model.Callback;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.model.ManifestSource;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.Problem;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestSpec;
import dev.edgewise.global.view.RequestStore;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.databind.json.JsonMapper;

/** Checks a submitted request on behalf of its caller, and creates it. */
public final class RequestSubmission {
    private final RequestStore store;
    private final MemberClusters members;
    private final CallbackTargets targets;
    private final AccessGuard guard;
    private final JsonMapper json;

    RequestSubmission(
            RequestStore store, MemberClusters members, CallbackTargets targets, AccessGuard guard, JsonMapper json) {
        this.store = store;
        this.members = members;
        this.targets = targets;
        this.guard = guard;
        this.json = json;
    }

    /**
     * Creates the request, or returns the one that the same body and key have created before.
     *
     * @throws InvalidInputException if a field is not allowed, or the key came with another body
     * @throws ResponseStatusException 409 if another request has its name
     */
    public GlobalRequest submit(
            @Nullable String authorization, SubmitRequest submitted, @Nullable String idempotencyKey) {
        RequestSpec spec = checked(authorization, submitted);
        RequestKey key = IdempotentRequestNamer.key(submitted.checkedNamespace(), submitted.name(), idempotencyKey);
        String fingerprint = IdempotentRequestNamer.fingerprint(json.writeValueAsString(submitted));
        RequestStore.Created created = store.create(key, spec, fingerprint);
        if (created.isNew() || created.fingerprint().equals(fingerprint)) {
            return created.request();
        }
        if (idempotencyKey != null) {
            throw new InvalidInputException(
                    "Idempotency-Key",
                    RequestFieldValidator.shown(idempotencyKey),
                    "a new one: it was used for " + key + ", whose body was another one");
        }
        throw new ResponseStatusException(
                HttpStatus.CONFLICT, "Another request has the name " + key + ": delete that, or choose another name");
    }

    /** Returns the spec, if the caller may create it, and its members and objects can be there. */
    RequestSpec checked(@Nullable String authorization, SubmitRequest submitted) {
        String namespace = submitted.checkedNamespace();
        guard.require(
                authorization,
                new Permission("create", GlobalRequestObjectNames.GROUP, GlobalRequestObjectNames.PLURAL, namespace));
        RequestSpec spec = submitted.spec();
        requireReferences(authorization, namespace, spec);
        requireClusters(namespace, spec);
        requireManifests(spec.manifests());
        Callback callback = spec.callback();
        if (callback != null) {
            targets.requireAllowed("callback.url", callback.url());
        }
        return spec;
    }

    /** The service reads what a request refers to; a caller who may not read it must not have the service do so. */
    private void requireReferences(@Nullable String authorization, String namespace, RequestSpec spec) {
        ManifestSource manifests = spec.manifests();
        if (!manifests.isInline()) {
            String resource = manifests.kind().toLowerCase(Locale.ROOT) + "s";
            guard.require(authorization, new Permission("get", "", resource, namespace, manifests.name()));
        }
        Callback callback = spec.callback();
        if (callback != null && !callback.secretName().isEmpty()) {
            guard.require(authorization, new Permission("get", "", "secrets", namespace, callback.secretName()));
        }
    }

    private void requireClusters(String namespace, RequestSpec spec) {
        Map<String, Member> known = members.members();
        List<List<String>> levels = spec.clusters().levels();
        for (int level = 0; level < levels.size(); level++) {
            List<String> names = levels.get(level);
            for (int index = 0; index < names.size(); index++) {
                requireCluster("clusters[" + level + "][" + index + "]", names.get(index), known, namespace);
            }
        }
        Policy policy = spec.policy();
        if (!policy.sourceCluster().isEmpty()) {
            requireCluster("policy.sourceCluster", policy.sourceCluster(), known, namespace);
        }
        String result = policy.call().resultCluster();
        if (!result.isEmpty()) {
            requireCluster("policy.call.resultCluster", result, known, namespace);
        }
    }

    private static void requireCluster(String field, String name, Map<String, Member> known, String namespace) {
        Member member = known.get(name);
        if (member == null || !member.mayBeUsedBy(namespace)) {
            throw new InvalidInputException(field, name, allowed(known, namespace));
        }
    }

    private static String allowed(Map<String, Member> known, String namespace) {
        TreeSet<String> names = new TreeSet<>();
        for (Member member : known.values()) {
            if (member.mayBeUsedBy(namespace)) {
                names.add(member.name());
            }
        }
        return names.isEmpty()
                ? "a cluster that namespace " + namespace + " may use, and there is none: the annotation "
                        + GlobalRequestObjectNames.NAMESPACES_ANNOTATION + " of its Secret must name " + namespace
                        + ", or be *"
                : "a cluster that namespace " + namespace + " may use: " + String.join(", ", names);
    }

    private static void requireManifests(ManifestSource manifests) {
        if (manifests.isInline()) {
            List<Problem> problems =
                    ManifestParser.parse("manifests.inline", manifests.inline()).problems();
            if (!problems.isEmpty()) {
                Problem first = problems.get(0);
                throw new InvalidInputException(first.field(), first.value(), first.allowed());
            }
        }
    }
}
