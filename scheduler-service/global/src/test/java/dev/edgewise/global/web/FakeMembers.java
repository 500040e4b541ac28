package dev.edgewise.global.web;

import dev.edgewise.global.cluster.ClusterCapacity;
import dev.edgewise.global.cluster.LocationClass;
import dev.edgewise.global.cluster.Member;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.member.MemberClusters;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.policy.Bid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Members edge, near-1, near-2 and cloud; near-2 has no room, and cloud is for namespace shop only. */
final class FakeMembers implements MemberClusters {
    private final Map<String, Member> members = new TreeMap<>();

    private final List<String> askedFor = new CopyOnWriteArrayList<>();

    FakeMembers() {
        add("edge", LocationClass.EDGE, Set.of(Member.ANY_NAMESPACE), 5);
        add("near-1", LocationClass.NEAR_EDGE, Set.of(Member.ANY_NAMESPACE), 15);
        add("near-2", LocationClass.NEAR_EDGE, Set.of(Member.ANY_NAMESPACE), 12);
        add("cloud", LocationClass.CLOUD, Set.of("shop"), 80);
    }

    private void add(String name, LocationClass location, Set<String> namespaces, double millis) {
        ClusterCapacity capacity = new ClusterCapacity(
                new long[] {1000, 500},
                new long[] {1 << 30, 1 << 29},
                new int[] {10, 5},
                new int[] {1, 0},
                new ClusterCapacity.Sums(4000, 1L << 33, 2),
                new ClusterCapacity.Sums(1500, 3L << 29, 1));
        members.put(
                name,
                new Member(
                        name,
                        "uid-" + name,
                        location,
                        Map.of(),
                        namespaces,
                        1,
                        true,
                        capacity,
                        FakeRequestStore.START,
                        millis,
                        Double.NaN,
                        ""));
    }

    /** Returns the uids of the requests for which bids were asked, in their order. */
    List<String> askedFor() {
        return askedFor;
    }

    @Override
    public boolean areAsked(Collection<String> clusters) {
        return true;
    }

    @Override
    public Map<String, Member> members() {
        return members;
    }

    @Override
    public Map<String, Member> members(Collection<String> names) {
        Map<String, Member> some = new TreeMap<>(members);
        some.keySet().retainAll(names);
        return some;
    }

    @Override
    public List<Bid> bids(GlobalRequest request, Collection<String> clusters, Duration within) {
        askedFor.add(request.uid());
        List<Bid> bids = new ArrayList<>();
        for (String name : clusters) {
            Member member = members.get(name);
            String refusal = name.equals("near-2") ? "no node has room for a pod of 300 m CPU" : "";
            bids.add(new Bid(
                    name,
                    refusal.isEmpty() ? 3 : 0,
                    0.5,
                    member.roundTripMillis(),
                    1,
                    Double.NaN,
                    FakeRequestStore.START,
                    refusal));
        }
        return bids;
    }

    @Override
    public AttemptObservation apply(GlobalRequest request, Attempt attempt) {
        throw new UnsupportedOperationException();
    }

    @Override
    public AttemptObservation observe(GlobalRequest request, Attempt attempt) {
        throw new UnsupportedOperationException();
    }

    @Override
    public AttemptObservation release(GlobalRequest request, Attempt attempt) {
        throw new UnsupportedOperationException();
    }

    @Override
    public AttemptObservation delete(GlobalRequest request, Attempt attempt) {
        throw new UnsupportedOperationException();
    }
}
