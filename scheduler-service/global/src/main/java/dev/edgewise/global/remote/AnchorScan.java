package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.Names;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.member.StrayAnchor;
import dev.edgewise.global.member.StrayAnchors;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestNames;
import dev.edgewise.global.view.RequestStore;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks in members for anchors that no known attempt accounts for. Anyone who may write ConfigMaps in a member can make one that looks like an anchor, so it counts
 * only with the name of an anchor, the origin of this management cluster, and in a namespace that the request it names may use.
 */
final class AnchorScan implements StrayAnchors {
    private static final Logger LOG = LoggerFactory.getLogger(AnchorScan.class);
    private static final String LIST =
            "/api/v1/configmaps?limit=500&labelSelector=" + Names.REQUEST_LABEL.replace("/", "%2F");
    /** The pages of 500 that are read of one member. */
    private static final int MOST_PAGES = 100;

    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

    private final MemberRegistry registry;
    private final RequestStore store;
    private final Supplier<String> origin;

    private final ExecutorService threads;
    private final Duration within;
    private final Ticker ticker;

    /**
     * @param origin the uid of the management cluster
     * @param within time in which members answer; those that do not are left out
     */
    AnchorScan(
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

    @Override
    public List<StrayAnchor> find() {
        long deadline = ticker.nanos() + within.toNanos();
        List<CompletableFuture<List<StrayAnchor>>> answers = registry.all().stream()
                .filter(member -> member.member().reachable())
                .map(member -> CompletableFuture.supplyAsync(() -> strays(member), threads))
                .toList();
        List<StrayAnchor> all = new ArrayList<>();
        for (CompletableFuture<List<StrayAnchor>> answer : answers) {
            try {
                all.addAll(answer.get(Math.max(0, deadline - ticker.nanos()), TimeUnit.NANOSECONDS));
            } catch (TimeoutException | ExecutionException late) {
                LOG.debug("A member does not list its anchors", late);
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                return List.of();
            }
        }
        return all;
    }

    private List<StrayAnchor> strays(MemberHandle member) {
        List<StrayAnchor> strays = new ArrayList<>();
        try {
            add(strays, member);
        } catch (MemberUnreachableException unreachable) {
            LOG.debug("A member does not list its anchors; cluster={}", member.name(), unreachable);
        }
        return strays;
    }

    private void add(List<StrayAnchor> strays, MemberHandle member) throws MemberUnreachableException {
        String uid = member.uid();
        String next = "";
        for (int page = 0; page < MOST_PAGES; page++) {
            MemberReply reply = member.requireApi().get(next.isEmpty() ? LIST : LIST + "&continue=" + next);
            if (!reply.isSuccess()) {
                return;
            }
            // Read after the member was asked: a request that begins meanwhile is known.
            Map<String, GlobalRequest> requests = requests();
            for (JsonNode object : reply.body().path("items")) {
                StrayAnchor anchor = read(object, member, uid);
                if (anchor != null && !isAccountedFor(requests.get(anchor.requestUid()), anchor)) {
                    strays.add(anchor);
                }
            }
            next = URLEncoder.encode(
                    reply.body().path("metadata").path("continue").asText(), StandardCharsets.UTF_8);
            if (next.isEmpty()) {
                return;
            }
        }
    }

    private Map<String, GlobalRequest> requests() {
        Map<String, GlobalRequest> requests = new HashMap<>();
        store.requests().forEach(request -> requests.put(request.uid(), request));
        return requests;
    }

    /** Returns null for what is no anchor of this management cluster, or is being deleted already. */
    private @Nullable StrayAnchor read(JsonNode object, MemberHandle member, String clusterUid) {
        JsonNode metadata = object.path("metadata");
        String requestUid = metadata.path("labels").path(Names.REQUEST_LABEL).asText();
        String attempt = metadata.path("labels").path(Names.ATTEMPT_LABEL).asText();
        String namespace = metadata.path("namespace").asText();
        String account = metadata.path("annotations")
                .path(RequestNames.ACCOUNT_ANNOTATION)
                .asText();
        RequestKey key = key(metadata.path("annotations")
                .path(RequestNames.ORIGIN_ANNOTATION)
                .asText());
        if (key == null
                || metadata.has("deletionTimestamp")
                || !NUMBER.matcher(attempt).matches()
                || !NAME.matcher(account).matches()) {
            return null;
        }
        int number = Integer.parseInt(attempt);
        boolean isNamedSo = metadata.path("name").asText().equals(RequestNames.anchor(requestUid, number));
        boolean isAllowed = member.settings().refusal(key.namespace(), namespace) == null;
        return isNamedSo && isAllowed
                ? new StrayAnchor(
                        member.name(),
                        clusterUid,
                        namespace,
                        metadata.path("uid").asText(),
                        account,
                        key,
                        requestUid,
                        number)
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

    private static boolean isAccountedFor(@Nullable GlobalRequest request, StrayAnchor anchor) {
        if (request == null) {
            return false;
        }
        for (Attempt attempt : request.status().attempts()) {
            if (attempt.number() == anchor.attempt()) {
                return attempt.cluster().equals(anchor.cluster())
                        && attempt.clusterUid().equals(anchor.clusterUid())
                        && attempt.phase().mayHaveObjects();
            }
        }
        return false;
    }

    @Override
    public String delete(StrayAnchor anchor, String account) {
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
                            AttemptObjects.account(anchor.namespace(), account),
                            "/api/v1/namespaces/" + anchor.namespace() + "/configmaps/"
                                    + RequestNames.anchor(anchor.requestUid(), anchor.attempt()),
                            AttemptObjects.options(anchor.uid()));
            boolean isGone = reply.isSuccess() || reply.isNotFound() || reply.isConflict();
            return isGone ? "" : reply.message();
        } catch (MemberUnreachableException unreachable) {
            return String.valueOf(unreachable.getMessage());
        }
    }
}
