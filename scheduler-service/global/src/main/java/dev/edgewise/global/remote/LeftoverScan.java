package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.EnumText;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.view.LeftoverFinder;
import dev.edgewise.global.view.Leftovers;
import dev.edgewise.global.view.Leftovers.Forgotten;
import dev.edgewise.global.view.Leftovers.Leftover;
import dev.edgewise.global.view.RequestStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Looks in all members for anchors and pods of requests that should have nothing there. */
final class LeftoverScan implements LeftoverFinder {
    private static final String LIST = "?limit=500&labelSelector=" + Names.REQUEST_LABEL.replace("/", "%2F");

    private final MemberRegistry registry;
    private final RequestStore store;
    private final ExecutorService threads;
    private final Duration within;
    private final Ticker ticker;

    LeftoverScan(MemberRegistry registry, RequestStore store, ExecutorService threads, Duration within, Ticker ticker) {
        this.registry = registry;
        this.store = store;
        this.threads = threads;
        this.within = within;
        this.ticker = ticker;
    }

    @Override
    public Leftovers find() {
        Map<String, CompletableFuture<List<JsonNode>>> answers = new HashMap<>();
        registry.all()
                .forEach(member ->
                        answers.put(member.name(), CompletableFuture.supplyAsync(() -> labelled(member), threads)));
        long deadline = ticker.nanos() + within.toNanos();
        List<Leftover> leftovers = new ArrayList<>();
        List<String> unanswered = new ArrayList<>();
        answers.forEach((cluster, answer) -> {
            List<JsonNode> objects = await(answer, deadline);
            if (objects == null) {
                unanswered.add(cluster);
            } else {
                // Read after the members were asked: a request that begins meanwhile is known.
                Map<String, GlobalRequest> requests = requests();
                objects.forEach(object -> add(leftovers, cluster, object, requests));
            }
        });
        leftovers.sort(Comparator.comparing(Leftover::cluster)
                .thenComparing(Leftover::namespace)
                .thenComparing(Leftover::name));
        unanswered.sort(Comparator.naturalOrder());
        return new Leftovers(leftovers, unanswered, forgotten());
    }

    /** Returns the clusters that are to be forgotten by their Secrets or have been by records of requests. */
    private List<Forgotten> forgotten() {
        Map<String, Map<String, List<String>>> attempts = new TreeMap<>();
        registry.forgotten()
                .uids()
                .forEach((name, uids) -> uids.forEach(uid ->
                        attempts.computeIfAbsent(name, none -> new TreeMap<>()).put(uid, new ArrayList<>())));
        for (GlobalRequest request : store.requests()) {
            for (Attempt attempt : request.status().attempts()) {
                if (attempt.phase() == AttemptPhase.FORGOTTEN) {
                    attempts.computeIfAbsent(attempt.cluster(), none -> new TreeMap<>())
                            .computeIfAbsent(attempt.clusterUid(), none -> new ArrayList<>())
                            .add("attempt " + attempt.number() + " of " + request.key());
                }
            }
        }
        List<Forgotten> all = new ArrayList<>();
        attempts.forEach((name, uids) -> uids.forEach((uid, each) -> all.add(new Forgotten(name, uid, each))));
        return all;
    }

    private Map<String, GlobalRequest> requests() {
        Map<String, GlobalRequest> requests = new HashMap<>();
        store.requests().forEach(request -> requests.put(request.uid(), request));
        return requests;
    }

    private @Nullable List<JsonNode> await(CompletableFuture<List<JsonNode>> answer, long deadline) {
        try {
            return answer.get(Math.max(0, deadline - ticker.nanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException late) {
            return null;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Returns the anchors and pods of all requests. */
    private static List<JsonNode> labelled(MemberHandle member) {
        List<JsonNode> objects = new ArrayList<>();
        try {
            for (String kind : List.of("ConfigMap", "Pod")) {
                list(member, kind, objects);
            }
        } catch (MemberUnreachableException unreachable) {
            throw new IllegalStateException(unreachable);
        }
        return objects;
    }

    private static void list(MemberHandle member, String kind, List<JsonNode> objects)
            throws MemberUnreachableException {
        MemberReply reply = member.requireApi().get("/api/v1/" + kind.toLowerCase(Locale.ROOT) + "s" + LIST);
        if (!reply.isSuccess()) {
            throw new MemberUnreachableException("it does not list them: " + reply.message(), null);
        }
        for (JsonNode object : reply.body().path("items")) {
            if (object instanceof ObjectNode each) {
                objects.add(each.put("kind", kind));
            }
        }
    }

    private static void add(
            List<Leftover> leftovers, String cluster, JsonNode object, Map<String, GlobalRequest> requests) {
        JsonNode metadata = object.path("metadata");
        String uid = metadata.path("labels").path(Names.REQUEST_LABEL).asText();
        String attempt = metadata.path("labels").path(Names.ATTEMPT_LABEL).asText();
        String why = why(requests.get(uid), cluster, attempt);
        if (!why.isEmpty()) {
            leftovers.add(new Leftover(
                    cluster,
                    "v1",
                    object.path("kind").asText(),
                    metadata.path("namespace").asText(),
                    metadata.path("name").asText(),
                    uid,
                    attempt,
                    why));
        }
    }

    /** Says why nothing of the attempt should be there; empty if it should. */
    private static String why(@Nullable GlobalRequest request, String cluster, String number) {
        if (request == null) {
            return "there is no request of that uid in this management cluster";
        }
        for (Attempt attempt : request.status().attempts()) {
            if (Integer.toString(attempt.number()).equals(number)) {
                if (!attempt.cluster().equals(cluster)) {
                    return "request " + request.key() + " has made attempt " + number + " in cluster "
                            + attempt.cluster();
                }
                return attempt.phase().mayHaveObjects()
                        ? ""
                        : "attempt " + number + " of request " + request.key() + " is " + EnumText.of(attempt.phase());
            }
        }
        return "request " + request.key() + " has no attempt " + number;
    }
}
