package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.Names;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.decide.LeftoverRule;
import dev.edgewise.global.member.OrphanedAnchor;
import dev.edgewise.global.member.OrphanedAnchorCleaner;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.view.RequestStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks in members for orphaned anchors, which no known attempt accounts for. Anyone who may write ConfigMaps in a
 * member can make one that looks like an anchor, so it counts only with the name of an anchor, the origin of this
 * management cluster, and in a namespace that the request it names may use.
 */
final class OrphanedAnchorScan implements OrphanedAnchorCleaner {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanedAnchorScan.class);
    /** The members that are searched at a time: each has a page of objects in memory. */
    static final int AT_A_TIME = 4;
    /** The anchors that are looked at in one member. */
    private static final int MOST_ANCHORS = 50_000;

    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

    private final MemberRegistry registry;
    private final RequestStore store;
    private final Supplier<String> origin;

    private final ExecutorService threads;
    private final Duration within;
    private final Ticker ticker;
    /** The members whose last search has failed. */
    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    /** The place of the member that is searched first. */
    private int first;

    /**
     * @param origin the uid of the management cluster
     * @param threads as many as members are searched at a time
     * @param within time in which members answer; those that do not are left out
     */
    OrphanedAnchorScan(
            MemberRegistry registry,
            RequestStore store,
            Supplier<String> origin,
            ExecutorService threads,
            Duration within,
            Ticker ticker) {
        this.registry = registry;
        this.store = store;
        this.origin = origin;
        this.threads = threads;
        this.within = within;
        this.ticker = ticker;
    }

    /** The orphaned anchors of one member, as far as it was searched. */
    private record Searched(List<OrphanedAnchor> orphans, boolean isComplete) {
        static final Searched NOTHING = new Searched(List.of(), false);
    }

    @Override
    public Found find() {
        long begun = ticker.nanos();
        // A search that would take longer ends before the deadline, with what it has found.
        long end = begun + within.toNanos() * 3 / 4;
        List<MemberHandle> members = inTurn();
        Map<String, GlobalRequest> known = store.requestsByUid();
        List<CompletableFuture<Searched>> answers = members.stream()
                .map(member -> member.member().reachable()
                        ? CompletableFuture.supplyAsync(() -> search(member, known, end), threads)
                        : CompletableFuture.completedFuture(Searched.NOTHING))
                .toList();
        List<OrphanedAnchor> found = new ArrayList<>();
        Set<String> unanswered = new HashSet<>();
        for (int i = 0; i < members.size(); i++) {
            Searched answered = FutureDeadlineAwait.await(answers.get(i), begun + within.toNanos(), ticker);
            Searched searched = answered == null ? Searched.NOTHING : answered;
            found.addAll(searched.orphans());
            if (!searched.isComplete()) {
                unanswered.add(members.get(i).name());
            }
        }
        first += Math.max(AT_A_TIME, members.size() - unanswered.size());
        // Read after the members were asked: an attempt that began meanwhile is known.
        Map<String, GlobalRequest> latest = store.requestsByUid();
        found.removeIf(anchor -> isAccountedFor(latest.get(anchor.requestUid()), anchor));
        return new Found(found, unanswered);
    }

    /** Returns all members, each time from another one on: those for which there was no time come first. */
    private List<MemberHandle> inTurn() {
        List<MemberHandle> members = new ArrayList<>(registry.all());
        first = members.isEmpty() ? 0 : first % members.size();
        Collections.rotate(members, -first);
        return members;
    }

    private Searched search(MemberHandle member, Map<String, GlobalRequest> known, long end) {
        BooleanSupplier isLate = () -> ticker.nanos() >= end;
        if (isLate.getAsBoolean()) {
            return Searched.NOTHING;
        }
        List<OrphanedAnchor> orphans = new ArrayList<>();
        String problem;
        try {
            String uid = member.uid();
            MemberApi api = member.requireApi();
            BooleanSupplier isStopped = () -> isLate.getAsBoolean() || orphans.size() >= MOST_ANCHORS;
            MemberReply refusal = new LabelledMetadata(api::list, isStopped)
                    .read("", "/api/v1/configmaps", object -> add(orphans, read(object, member, uid), known));
            problem = refusal == null ? "" : refusal.message();
        } catch (MemberUnreachableException unreachable) {
            problem = String.valueOf(unreachable.getMessage());
        }
        report(member.name(), problem);
        return new Searched(orphans, problem.isEmpty() && !isLate.getAsBoolean());
    }

    private static void add(
            List<OrphanedAnchor> orphans, @Nullable OrphanedAnchor anchor, Map<String, GlobalRequest> known) {
        if (anchor != null && !isAccountedFor(known.get(anchor.requestUid()), anchor)) {
            orphans.add(anchor);
        }
    }

    /** Logs a problem once, until the member was searched again. */
    private void report(String cluster, String problem) {
        if (problem.isEmpty()) {
            failing.remove(cluster);
        } else if (failing.add(cluster)) {
            LOG.warn("A member cluster does not list its anchors; cluster={} cause={}", cluster, problem);
        }
    }

    /** Returns null for what is no anchor of this management cluster, or is being deleted already. */
    private @Nullable OrphanedAnchor read(JsonNode object, MemberHandle member, String clusterUid) {
        JsonNode metadata = object.path("metadata");
        String requestUid = metadata.path("labels").path(Names.REQUEST_LABEL).asText();
        String attempt = metadata.path("labels").path(Names.ATTEMPT_LABEL).asText();
        String namespace = metadata.path("namespace").asText();
        String account = metadata.path("annotations")
                .path(GlobalRequestObjectNames.ACCOUNT_ANNOTATION)
                .asText();
        String uid = metadata.path("uid").asText();
        RequestKey key = key(metadata.path("annotations")
                .path(GlobalRequestObjectNames.ORIGIN_ANNOTATION)
                .asText());
        if (key == null
                || metadata.has("deletionTimestamp")
                || !NUMBER.matcher(attempt).matches()
                || !NAME.matcher(account).matches()
                || !NAME.matcher(namespace).matches()
                || !NAME.matcher(uid).matches()) {
            return null;
        }
        int number = Integer.parseInt(attempt);
        boolean isNamedSo = metadata.path("name").asText().equals(GlobalRequestObjectNames.anchor(requestUid, number));
        boolean isAllowed = member.settings().refusal(key.namespace(), namespace) == null;
        return isNamedSo && isAllowed
                ? new OrphanedAnchor(member.name(), clusterUid, namespace, uid, account, key, requestUid, number)
                : null;
    }

    /** Returns the request that an origin names; null if it is of another management cluster. */
    private @Nullable RequestKey key(String text) {
        String[] parts = text.split("/", -1);
        boolean isOurs = parts.length == 3
                && parts[0].equals(origin.get())
                && NAME.matcher(parts[1]).matches()
                && NAME.matcher(parts[2]).matches();
        return isOurs ? new RequestKey(parts[1], parts[2]) : null;
    }

    private static boolean isAccountedFor(@Nullable GlobalRequest request, OrphanedAnchor anchor) {
        return LeftoverRule.reason(request, Integer.toString(anchor.attempt()), anchor.cluster(), anchor.clusterUid())
                == null;
    }

    @Override
    public String delete(OrphanedAnchor anchor, String account) {
        MemberHandle member = registry.find(anchor.cluster());
        if (member == null) {
            return "there is no cluster of that name";
        }
        try {
            if (!member.uid().equals(anchor.clusterUid())) {
                return "another cluster answers under the name";
            }
            MemberReply reply = member.requireApi()
                    .deleteAs(
                            AttemptObjectClient.account(anchor.namespace(), account),
                            "/api/v1/namespaces/" + anchor.namespace() + "/configmaps/"
                                    + GlobalRequestObjectNames.anchor(anchor.requestUid(), anchor.attempt()),
                            AttemptObjectClient.options(anchor.uid()));
            boolean isGone = reply.isSuccess() || reply.isNotFound() || reply.isConflict();
            return isGone ? "" : reply.message();
        } catch (MemberUnreachableException unreachable) {
            return String.valueOf(unreachable.getMessage());
        }
    }
}
