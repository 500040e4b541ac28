package dev.edgewise.global.remote;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.decide.LeftoverRule;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.remote.MemberObjectSearch.Account;
import dev.edgewise.global.remote.MemberObjectSearch.Found;
import dev.edgewise.global.view.LeftoverFinder;
import dev.edgewise.global.view.Leftovers;
import dev.edgewise.global.view.Leftovers.Forgotten;
import dev.edgewise.global.view.Leftovers.Leftover;
import dev.edgewise.global.view.Leftovers.Unsearched;
import dev.edgewise.global.view.RequestStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;

/** Looks in all members for objects of requests that should have nothing there. */
final class LeftoverScan implements LeftoverFinder {
    /** The search for all kinds asks many times. */
    private static final int LONGER = 3;

    private final MemberRegistry registry;
    private final RequestStore store;
    private final ExecutorService threads;
    private final boolean clusterScoped;
    private final Duration within;
    private final Ticker ticker;

    /**
     * @param clusterScoped whether requests may have objects in no namespace
     * @param within time for the search for anchors and pods
     */
    LeftoverScan(
            MemberRegistry registry,
            RequestStore store,
            ExecutorService threads,
            boolean clusterScoped,
            Duration within,
            Ticker ticker) {
        this.registry = registry;
        this.store = store;
        this.threads = threads;
        this.clusterScoped = clusterScoped;
        this.within = within;
        this.ticker = ticker;
    }

    /** A search that runs. */
    private record Running(MemberObjectSearch search, CompletableFuture<String> uid, CompletableFuture<Void> rest) {}

    @Override
    public Leftovers find() {
        return find(false);
    }

    @Override
    public Leftovers findInAllKinds() {
        return find(true);
    }

    private Leftovers find(boolean inAllKinds) {
        Map<String, Running> searches = new TreeMap<>();
        registry.all().forEach(member -> searches.put(member.name(), begin(member, inAllKinds)));
        long deadline = ticker.nanos() + within.toNanos() * (inAllKinds ? LONGER : 1);
        List<Leftover> leftovers = new ArrayList<>();
        List<String> unanswered = new ArrayList<>();
        List<Unsearched> unsearched = new ArrayList<>();
        Map<String, String> uids = new TreeMap<>();
        searches.forEach((cluster, running) -> {
            String uid = FutureDeadlineAwait.await(running.uid(), deadline, ticker);
            if (uid == null) {
                running.search().stop();
                unanswered.add(cluster);
                return;
            }
            FutureDeadlineAwait.await(running.rest(), deadline, ticker);
            if (!running.rest().isDone()) {
                unsearched.add(new Unsearched(cluster, "", List.of(), "there was no time for the rest"));
            }
            running.search().stop();
            unsearched.addAll(running.search().unsearched());
            uids.put(cluster, uid);
        });
        // Read after the members were asked: a request that begins meanwhile is known.
        Map<String, GlobalRequest> requests = store.requestsByUid();
        uids.forEach(
                (cluster, uid) -> found(searches, cluster).forEach(one -> add(leftovers, cluster, uid, one, requests)));
        leftovers.sort(Comparator.comparing(Leftover::cluster)
                .thenComparing(Leftover::namespace)
                .thenComparing(Leftover::kind)
                .thenComparing(Leftover::name));
        return new Leftovers(leftovers, unanswered, unsearched, forgotten());
    }

    private static List<Found> found(Map<String, Running> searches, String cluster) {
        return Objects.requireNonNull(searches.get(cluster)).search().found();
    }

    private Running begin(MemberHandle member, boolean inAllKinds) {
        MemberObjectSearch search =
                new MemberObjectSearch(member, clusterScoped, inAllKinds ? accounts(member) : Set.of());
        CompletableFuture<String> uid = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        search.requireRunning();
                        String answered = member.uid();
                        search.anchorsAndPods();
                        return answered;
                    } catch (MemberUnreachableException unreachable) {
                        throw new IllegalStateException(unreachable);
                    }
                },
                threads);
        CompletableFuture<Void> rest =
                inAllKinds ? uid.thenRunAsync(search::otherKinds, threads) : uid.thenRun(() -> {});
        return new Running(search, uid, rest);
    }

    /** Returns the accounts as which requests have made objects in the member, or may have. */
    private Set<Account> accounts(MemberHandle member) {
        Set<Account> accounts = new HashSet<>();
        for (Set<String> targets : member.settings().targets().values()) {
            targets.stream()
                    .filter(namespace -> !namespace.equals(Member.ANY_NAMESPACE))
                    .forEach(namespace ->
                            accounts.add(new Account(namespace, GlobalRequestObjectNames.DEFAULT_ACCOUNT)));
        }
        for (GlobalRequest request : store.requests()) {
            boolean isThere = request.status().attempts().stream()
                    .anyMatch(attempt -> attempt.cluster().equals(member.name()));
            if (isThere) {
                accounts.add(new Account(
                        request.spec().targetNamespace(), request.spec().serviceAccount()));
            }
        }
        return accounts;
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

    private static void add(
            List<Leftover> leftovers, String cluster, String uid, Found found, Map<String, GlobalRequest> requests) {
        String why = LeftoverRule.reason(requests.get(found.requestUid()), found.attempt(), cluster, uid);
        if (why != null) {
            leftovers.add(new Leftover(
                    cluster,
                    found.apiVersion(),
                    found.kind(),
                    found.namespace(),
                    found.name(),
                    found.requestUid(),
                    found.attempt(),
                    why));
        }
    }
}
