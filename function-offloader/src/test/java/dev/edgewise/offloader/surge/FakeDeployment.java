package dev.edgewise.offloader.surge;

import dev.edgewise.offloader.moves.Evictions;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.moves.MoveRefusedByApiException;
import dev.edgewise.offloader.moves.Reservations;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A Deployment with its controller, a disruption budget of one, the Eviction API, and what a watch of the pods shows,
 * which lags behind.
 */
final class FakeDeployment implements Reservations, DeploymentScaler, SurgeStore, WorkloadPods {
    static final Workload WORKLOAD = new Workload("ns", "Deployment", "fibo", "w");

    final List<FakePod> pods = new ArrayList<>();
    final Map<String, String> rooms = new LinkedHashMap<>();
    final Map<String, Surge> records = new LinkedHashMap<>();
    final List<String> evicted = new ArrayList<>();
    int replicas = 1;
    /** The manager that set the number last; empty if it is not known. */
    String owner = "";

    boolean budget = true;
    /** Whether there is a disruption budget at all: without one, every eviction is carried out. */
    boolean guarded = true;

    boolean silent;
    /** Whether evictions get no answer and are not carried out. */
    boolean unanswered;
    /** A request that is not answered. */
    String fails = "";
    /** The request that the API server refuses. */
    String refused = "";
    /** Is given each request to the API server before it is done, and again after: may end the process. */
    Consumer<String> between = request -> {};

    private List<FakePod> watched = List.of();
    private int created;

    record FakePod(String uid, String node, boolean ready) {}

    FakeDeployment() {
        pods.add(new FakePod("p0", "edge-1", true));
        watch();
    }

    /** The watch catches up. */
    void watch() {
        watched = List.copyOf(pods);
    }

    /** One step of the controllers: a pod too few, or one too many, the one that is not ready or the youngest first. */
    void control() {
        if (pods.size() < replicas) {
            pods.add(new FakePod(
                    "p" + ++created, rooms.values().stream().findFirst().orElse("edge-3"), false));
        } else if (pods.size() > replicas) {
            pods.remove(pods.stream()
                    .max(Comparator.<FakePod, Boolean>comparing(pod -> !pod.ready())
                            .thenComparing(FakePod::uid))
                    .orElseThrow());
        }
    }

    /** The oldest pod that is not ready becomes it. */
    void start() {
        for (int i = 0; i < pods.size(); i++) {
            FakePod pod = pods.get(i);
            if (!pod.ready()) {
                pods.set(i, new FakePod(pod.uid(), pod.node(), true));
                return;
            }
        }
    }

    long ready() {
        return pods.stream().filter(FakePod::ready).count();
    }

    Evictions.Answer evict(MovablePod pod) {
        between.accept("evict");
        if (pods.stream().noneMatch(each -> each.uid().equals(pod.uid()))) {
            return Evictions.Answer.GONE;
        }
        if (unanswered) {
            return Evictions.Answer.UNKNOWN;
        }
        if (guarded && (!budget || ready() < 2)) {
            return Evictions.Answer.BLOCKED;
        }
        pods.removeIf(each -> each.uid().equals(pod.uid()));
        evicted.add(pod.uid());
        between.accept("evicted");
        return silent ? Evictions.Answer.UNKNOWN : Evictions.Answer.ACCEPTED;
    }

    /** A person, an autoscaler or a tool that applies what a repository says; the same number changes nothing. */
    void somebodyScales(int to) {
        scale(to, "somebody");
    }

    /** Adds the replica late that was asked for without an answer. */
    void addLate(String pod) {
        scale(2, pod);
    }

    private void scale(int to, String by) {
        owner = to == replicas ? owner : by;
        replicas = to;
    }

    @Override
    public boolean addReplica(Surge surge) throws MoveFailedException {
        return change(surge, replicas == 1, 2);
    }

    @Override
    public boolean hasReplica(Surge surge) throws MoveFailedException {
        return change(surge, isOf(surge), 2);
    }

    @Override
    public boolean takeReplicaBack(Surge surge) throws MoveFailedException {
        return change(surge, isOf(surge), 1);
    }

    private boolean isOf(Surge surge) {
        return replicas == 2 && owner.equals(surge.uid());
    }

    private boolean change(Surge surge, boolean may, int to) throws MoveFailedException {
        between.accept("scale");
        fail("scale");
        if (!may) {
            return false;
        }
        scale(to, surge.uid());
        between.accept("scaled");
        return true;
    }

    @Override
    public void reserve(MovablePod pod, String target, Duration timeToLive) throws MoveFailedException {
        between.accept("reserve");
        fail("reserve");
        rooms.put(pod.uid(), target);
    }

    @Override
    public void release(String pod) throws MoveFailedException {
        between.accept("release");
        fail("release");
        rooms.remove(pod);
    }

    @Override
    public List<Standing> standing() {
        return List.of();
    }

    @Override
    public void add(Surge surge) throws MoveFailedException {
        between.accept("add");
        fail("add");
        records.putIfAbsent(surge.uid(), surge);
    }

    @Override
    public void remove(Surge surge) throws MoveFailedException {
        between.accept("remove");
        fail("remove");
        records.remove(surge.uid());
    }

    @Override
    public List<Surge> all() {
        return List.copyOf(records.values());
    }

    @Override
    public boolean runs(String uid) {
        return watched.stream().anyMatch(pod -> pod.uid().equals(uid));
    }

    @Override
    public long count(Workload workload) {
        return watched.size();
    }

    @Override
    public Optional<String> readyBeside(Workload workload, String uid) {
        return watched.stream()
                .filter(pod -> pod.ready() && !pod.uid().equals(uid))
                .min(Comparator.comparing(FakePod::uid))
                .map(FakePod::node);
    }

    private void fail(String request) throws MoveFailedException {
        if (refused.equals(request)) {
            throw new MoveRefusedByApiException("403 from the API server");
        }
        if (silent || fails.equals(request)) {
            throw new MoveFailedException("no answer from the API server");
        }
    }
}
