package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds all kinds that a member serves and lists, each in the version that it prefers. */
final class KindDiscovery {
    /** Kinds whose objects no request applies, or which are found otherwise. */
    private static final Set<String> LEFT_OUT = Set.of("Event", "ConfigMap", "Pod", "PodMetrics", "NodeMetrics");

    private final MemberApi api;

    KindDiscovery(MemberApi api) {
        this.api = api;
    }

    /** A kind that can be listed. */
    record ListedKind(String apiVersion, String kind, MemberKinds.Kind paths) {}

    /** @param account as which the member is asked */
    List<ListedKind> all(String account) throws MemberUnreachableException {
        List<ListedKind> kinds = new ArrayList<>();
        add(kinds, account, "v1");
        for (JsonNode group : answer(account, "/apis").path("groups")) {
            add(
                    kinds,
                    account,
                    group.path("preferredVersion").path("groupVersion").asText());
        }
        return kinds;
    }

    private void add(List<ListedKind> kinds, String account, String apiVersion) throws MemberUnreachableException {
        String root = (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
        for (JsonNode each : answer(account, root).path("resources")) {
            String plural = each.path("name").asText();
            String kind = each.path("kind").asText();
            boolean isListed = each.path("verbs").toString().contains("\"list\"");
            if (isListed && !plural.contains("/") && !LEFT_OUT.contains(kind)) {
                kinds.add(new ListedKind(
                        apiVersion,
                        kind,
                        new MemberKinds.Kind(
                                root, plural, each.path("namespaced").asBoolean())));
            }
        }
    }

    /**
     * Returns the answer; that to a group whose own server does not answer is left out by the caller's member, and
     * counts as empty.
     */
    private JsonNode answer(String account, String path) throws MemberUnreachableException {
        MemberReply reply = api.getAs(account, path);
        if (!reply.isSuccess() && !reply.isNotFound()) {
            throw new MemberUnreachableException("it does not say what it serves: " + reply.message(), null);
        }
        return reply.body();
    }
}
