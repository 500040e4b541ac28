package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.facts.ClusterFactValues;
import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.RemainingNamespaceQuota;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.state.ClusterFeed;
import dev.edgewise.scheduler.state.protection.BackupReserveObject;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.reservations.ReservationFeed;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** Remembers what it received: the last state of each object, and the kinds in the order they came. */
final class RecordingFeed implements ClusterFeed, ReservationFeed {
    final Map<String, Node> nodes = new ConcurrentHashMap<>();
    final Map<PodKey, Pod> pods = new ConcurrentHashMap<>();
    private ClusterFactValues facts = ClusterFactValues.NONE;
    final Map<ReservationKey, Reservation> reservations = new ConcurrentHashMap<>();
    final Map<ReservationKey, BackupReserveObject> shownReserves = new ConcurrentHashMap<>();
    final Map<PodKey, Balloon> balloons = new ConcurrentHashMap<>();
    volatile boolean reservationsServed;
    final Map<PodKey, String> unreadable = new ConcurrentHashMap<>();
    final List<String> kinds = new CopyOnWriteArrayList<>();

    @Override
    public void node(Node node) {
        kinds.add("node");
        nodes.put(node.name(), node);
    }

    @Override
    public void nodeGone(String name) {
        nodes.remove(name);
    }

    @Override
    public void pod(Pod pod) {
        kinds.add("pod");
        pods.put(pod.key(), pod);
    }

    @Override
    public void balloon(Balloon balloon) {
        balloons.put(balloon.key(), balloon);
    }

    @Override
    public void unreadablePod(Pod rest, String problem) {
        unreadable.put(rest.key(), problem);
        pods.put(rest.key(), rest);
    }

    @Override
    public void podGone(PodKey key) {
        pods.remove(key);
    }

    @Override
    public synchronized <T> void fact(FactKey<T> key, UnaryOperator<T> change) {
        facts = facts.with(key, change.apply(facts.get(key)));
    }

    /** The fact as the watches have made it. */
    synchronized <T> T get(FactKey<T> key) {
        return facts.get(key);
    }

    @Override
    public void put(Reservation reservation) {
        reservations.put(reservation.key(), reservation);
    }

    @Override
    public void put(BackupReserveObject reserve) {
        shownReserves.put(reserve.key(), reserve);
    }

    @Override
    public void remove(ReservationKey key) {
        shownReserves.remove(key);
        reservations.remove(key);
    }

    @Override
    public void serve(boolean served) {
        reservationsServed = served;
    }

    @Override
    public void putQuota(RemainingNamespaceQuota quota) {}

    @Override
    public void removeQuota(String namespace, String name) {}
}
