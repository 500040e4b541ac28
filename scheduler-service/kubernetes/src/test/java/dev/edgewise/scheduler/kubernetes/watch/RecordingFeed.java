package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.NamespaceQuota;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.SelectorKey;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.model.storage.Storage;
import dev.edgewise.scheduler.state.ClusterFeed;
import dev.edgewise.scheduler.state.Signals;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.protection.ReserveObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** Remembers what it received: the last state of each object, and the kinds in the order they came. */
final class RecordingFeed implements ClusterFeed {
    final Map<String, Node> nodes = new ConcurrentHashMap<>();
    final Map<PodKey, Pod> pods = new ConcurrentHashMap<>();
    final Map<String, Map<String, String>> namespaces = new ConcurrentHashMap<>();
    final Map<SelectorKey, LabelSelector> selectors = new ConcurrentHashMap<>();
    final Map<String, DisruptionBudget> budgets = new ConcurrentHashMap<>();
    final Map<ReservationKey, Reservation> reservations = new ConcurrentHashMap<>();
    final Map<ReservationKey, ReserveObject> shownReserves = new ConcurrentHashMap<>();
    final Map<PodKey, Balloon> balloons = new ConcurrentHashMap<>();
    volatile boolean reservationsServed;
    volatile DeviceClaims devices = DeviceClaims.NONE;
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
    public void namespace(String name, Map<String, String> labels) {
        namespaces.put(name, labels);
    }

    @Override
    public void namespaceGone(String name) {
        namespaces.remove(name);
    }

    @Override
    public void selector(SelectorKey key, LabelSelector selector) {
        selectors.put(key, selector);
    }

    @Override
    public void selectorGone(SelectorKey key) {
        selectors.remove(key);
    }

    @Override
    public void storage(UnaryOperator<Storage> change) {
        throw new AssertionError("no storage is watched here");
    }

    @Override
    public void devices(UnaryOperator<DeviceClaims> change) {
        devices = change.apply(devices);
    }

    @Override
    public void reservation(Reservation reservation) {
        reservations.put(reservation.key(), reservation);
    }

    @Override
    public void shownReserve(ReserveObject reserve) {
        shownReserves.put(reserve.key(), reserve);
    }

    @Override
    public void reservationGone(ReservationKey key) {
        shownReserves.remove(key);
        reservations.remove(key);
    }

    @Override
    public void reservationsServed(boolean served) {
        reservationsServed = served;
    }

    @Override
    public void disruptionBudget(DisruptionBudget budget) {
        budgets.put(budget.namespace() + "/" + budget.name(), budget);
    }

    @Override
    public void disruptionBudgetGone(String namespace, String name) {
        budgets.remove(namespace + "/" + name);
    }

    @Override
    public void quota(NamespaceQuota quota) {}

    @Override
    public void quotaGone(String namespace, String name) {}

    @Override
    public void signals(UnaryOperator<Signals> change) {
        throw new AssertionError("no signal is watched here");
    }
}
