package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.model.ManifestSource;
import dev.edgewise.global.model.Problem;
import dev.edgewise.global.remote.ManifestTexts;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/** Reads the documents of requests, also from the ConfigMap or Secret in the request's namespace that has them. */
final class KubernetesManifestDocumentReader implements ManifestTexts {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final int FORBIDDEN = 403;

    private final ApiServerClient api;
    private final RecentManifests recent;

    KubernetesManifestDocumentReader(ApiServerClient api, RecentManifests recent) {
        this.api = api;
        this.recent = recent;
    }

    @Override
    public Text read(GlobalRequest request) {
        ManifestSource source = request.spec().manifests();
        if (source.isStored()) {
            return stored(request);
        }
        if (source.isInline()) {
            return Text.of("spec.manifests.inline", source.inline(), false);
        }
        boolean isSecret = source.kind().equals("Secret");
        String field = "spec.manifests." + (isSecret ? "secretRef" : "configMapRef");
        ApiResponse reply = get("/api/v1/namespaces/" + request.key().namespace()
                + (isSecret ? "/secrets/" : "/configmaps/") + source.name());
        if (!reply.isSuccess() || !isLabelled(reply.json())) {
            String allowed = reply.code() == FORBIDDEN
                    ? "an object that global-scheduler may read: bind the role edgewise-global-manifests in this namespace"
                    : "the name of a " + source.kind() + " in namespace "
                            + request.key().namespace() + " with the label " + GlobalRequestObjectNames.MANIFESTS_LABEL
                            + ": \"true\"";
            return Text.missing(field, new Problem(field + ".name", source.name(), allowed));
        }
        return text(field, source, reply.json(), isSecret);
    }

    /** Reads the request again, unless it has just come: memory has the length of its manifests only. */
    private Text stored(GlobalRequest request) {
        String field = "spec.manifests.inline";
        String known = recent.take(request.uid());
        if (known != null) {
            return Text.of(field, known, false);
        }
        ApiResponse reply = get(GlobalRequestPaths.of(request.key()));
        JsonNode json = reply.json();
        JsonNode text = json.path("spec").path("manifests").path("inline");
        boolean isIt =
                reply.isSuccess() && json.path("metadata").path("uid").asText().equals(request.uid());
        return isIt && text.isTextual()
                ? Text.of(field, text.asText(), false)
                : Text.missing(field, new Problem(field, "gone", "that of a request that exists"));
    }

    /** Whether its owner has released the object: a request may be sent by callers who may not read it. */
    private static boolean isLabelled(JsonNode object) {
        return object.path("metadata")
                .path("labels")
                .path(GlobalRequestObjectNames.MANIFESTS_LABEL)
                .asText()
                .equals("true");
    }

    private static Text text(String field, ManifestSource source, JsonNode object, boolean isSecret) {
        JsonNode value = object.path("data").path(source.key());
        if (!value.isTextual()) {
            return Text.missing(
                    field,
                    new Problem(
                            field + ".key",
                            source.key(),
                            "a field of the data of " + source.kind() + " " + source.name()));
        }
        return Text.of(field, isSecret ? decoded(value.asText()) : value.asText(), isSecret);
    }

    private static String decoded(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    private ApiResponse get(String path) {
        try {
            ApiResponse reply = api.get(path);
            if (reply.isTransient()) {
                throw new BusyException("The API server answers " + reply.message(), RETRY_AFTER);
            }
            return reply;
        } catch (ApiUnavailableException unanswered) {
            throw new BusyException("The API server does not answer", RETRY_AFTER);
        }
    }
}
