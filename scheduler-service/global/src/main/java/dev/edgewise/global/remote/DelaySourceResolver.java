package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.Problem;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Finds the node from which the delay of a request counts: the node that it names, or the one of its pod. What was
 * found is known for half a minute. The clusters of the source and of the result must be members that the request's
 * namespace may use.
 */
final class DelaySourceResolver {
    private static final int MOST_KNOWN = 10_000;

    private final MemberRegistry registry;
    private final Cache<String, ResolvedDelaySource> known;

    DelaySourceResolver(MemberRegistry registry, Ticker ticker) {
        this.registry = registry;
        this.known = Caffeine.newBuilder()
                .maximumSize(MOST_KNOWN)
                .expireAfterWrite(Duration.ofSeconds(30))
                .ticker(ticker::nanos)
                .executor(Runnable::run)
                .build();
    }

    /** Whether the policy ranks by a delay from a source, or to a cluster of results, that it names. */
    static boolean isNeeded(Policy policy) {
        boolean ranksByDelay =
                switch (policy.type()) {
                    case LOW_LATENCY, RESPONSE_TIME, ADAPTIVE -> true;
                    default -> false;
                };
        return (ranksByDelay && namesSource(policy)) || namesResult(policy);
    }

    private static boolean namesSource(Policy policy) {
        return !policy.sourceCluster().isEmpty()
                || !policy.sourceNode().isEmpty()
                || !policy.sourcePod().isEmpty();
    }

    private static boolean namesResult(Policy policy) {
        return policy.type() == PolicyType.RESPONSE_TIME
                && !policy.call().resultCluster().isEmpty();
    }

    /**
     * Returns the source; asks its cluster unless it is known. A cluster that does not answer is no problem of the
     * request: then its delay as a whole counts.
     */
    ResolvedDelaySource resolve(GlobalRequest request) {
        Policy policy = request.spec().policy();
        if (!isNeeded(policy)) {
            return ResolvedDelaySource.WHOLE_CLUSTER;
        }
        ResolvedDelaySource source = source(request, policy);
        String result = policy.call().resultCluster();
        boolean isRefused = source.problem().isEmpty() && namesResult(policy) && usable(request, result) == null;
        return isRefused
                ? new ResolvedDelaySource(source.node(), noMember(request, "call.resultCluster", result))
                : source;
    }

    private ResolvedDelaySource source(GlobalRequest request, Policy policy) {
        if (!namesSource(policy)) {
            return ResolvedDelaySource.WHOLE_CLUSTER;
        }
        if (policy.sourceCluster().isEmpty()) {
            String field = policy.sourcePod().isEmpty() ? "sourceNode" : "sourcePod";
            String value = policy.sourcePod().isEmpty() ? policy.sourceNode() : policy.sourcePod();
            return problem(field, value, "left out, or with sourceCluster, the member that it is in");
        }
        MemberHandle handle = usable(request, policy.sourceCluster());
        if (handle == null) {
            return new ResolvedDelaySource("", noMember(request, "sourceCluster", policy.sourceCluster()));
        }
        if (policy.sourceNode().isEmpty() && policy.sourcePod().isEmpty()) {
            return ResolvedDelaySource.WHOLE_CLUSTER;
        }
        String key = String.join(
                "\n",
                policy.sourceCluster(),
                handle.member().uid(),
                request.key().namespace(),
                policy.sourceNode(),
                policy.sourcePod());
        ResolvedDelaySource found = known.getIfPresent(key);
        if (found == null) {
            found = ask(handle, request, key);
        }
        MemberDelayAndBatteryCache signals = handle.signals();
        if (signals != null && !found.node().isEmpty()) {
            signals.readNode(found.node());
        }
        return found;
    }

    /** Returns the member if the request's namespace may use it; others say nothing of themselves. */
    private @Nullable MemberHandle usable(GlobalRequest request, String cluster) {
        MemberHandle handle = registry.find(cluster);
        return handle != null && handle.settings().mayBeUsedBy(request.key().namespace()) ? handle : null;
    }

    private static String noMember(GlobalRequest request, String field, String value) {
        String allowed = "the name of a member that namespace " + request.key().namespace() + " may use";
        return new Problem("spec.policy." + field, value, allowed).text();
    }

    private ResolvedDelaySource ask(MemberHandle handle, GlobalRequest request, String key) {
        Policy policy = request.spec().policy();
        try {
            ResolvedDelaySource asked =
                    policy.sourcePod().isEmpty() ? node(handle, policy.sourceNode()) : pod(handle, request, policy);
            known.put(key, asked);
            return asked;
        } catch (MemberUnreachableException unanswered) {
            return new ResolvedDelaySource(policy.sourceNode(), "");
        }
    }

    private static ResolvedDelaySource node(MemberHandle handle, String name) throws MemberUnreachableException {
        JsonNode found = find(handle, "/api/v1/nodes", name);
        return found == null
                ? problem("sourceNode", name, "a node of cluster " + handle.name())
                : new ResolvedDelaySource(name, "");
    }

    /** A pod says where others run: it must be in a namespace that the request may use there. */
    private static ResolvedDelaySource pod(MemberHandle handle, GlobalRequest request, Policy policy)
            throws MemberUnreachableException {
        String[] name = policy.sourcePod().split("/", -1);
        if (name.length != 2 || !name[0].matches("[a-z0-9-]+") || name[1].isEmpty()) {
            return problem("sourcePod", policy.sourcePod(), "the namespace, '/', and the name of a pod");
        }
        if (handle.settings().refusal(request.key().namespace(), name[0]) != null) {
            return problem(
                    "sourcePod", policy.sourcePod(), "in a namespace that the request may use in " + handle.name());
        }
        JsonNode found = find(handle, "/api/v1/namespaces/" + name[0] + "/pods", name[1]);
        String node = found == null ? "" : found.path("spec").path("nodeName").asText("");
        if (node.isEmpty()) {
            return problem("sourcePod", policy.sourcePod(), "a pod of cluster " + handle.name() + " that has a node");
        }
        if (!policy.sourceNode().isEmpty() && !policy.sourceNode().equals(node)) {
            return problem("sourceNode", policy.sourceNode(), "left out, or the node of sourcePod, " + node);
        }
        return new ResolvedDelaySource(node, "");
    }

    /** Lists by name: the account of the service may list, and not get. */
    private static @Nullable JsonNode find(MemberHandle handle, String path, String name)
            throws MemberUnreachableException {
        String selector = URLEncoder.encode("metadata.name=" + name, StandardCharsets.UTF_8);
        MemberReply reply = handle.requireApi().get(path + "?limit=1&fieldSelector=" + selector);
        if (!reply.isSuccess()) {
            throw new MemberUnreachableException("it does not list " + path + ": " + reply.message(), null);
        }
        for (JsonNode item : reply.body().path("items")) {
            if (item.path("metadata").path("name").asText("").equals(name)) {
                return item;
            }
        }
        return null;
    }

    private static ResolvedDelaySource problem(String field, String value, String allowed) {
        return new ResolvedDelaySource("", new Problem("spec.policy." + field, value, allowed).text());
    }
}
