package dev.edgewise.scheduler.testing;

import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationPodMatcher;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.Resources;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Reservations for tests: {@code reservation("r").on("n1").cpu(500).app("cart").build()}; in namespace {@code default},
 * for 5 min.
 */
public final class TestReservations {
    private TestReservations() {}

    public static Builder reservation(String name) {
        return new Builder(name);
    }

    /** A reservation being described. */
    public static final class Builder {
        private final String name;
        private String namespace = "default";
        private String uid;
        private String node = "n1";
        private long milliCpu = 500;
        private long memory;
        private Map<String, Long> scalars = Map.of();
        private ReservationPodMatcher user = new ReservationPodMatcher.Selected(LabelSelector.EVERYTHING);
        private long createdAfter;
        private Duration timeToLive = Duration.ofMinutes(5);
        private boolean deleted;
        private String problem;
        private ReservationStatus status = ReservationStatus.NEW;

        private Builder(String name) {
            this.name = name;
            this.uid = "uid-of-reservation-" + name;
        }

        public Builder namespace(String value) {
            namespace = value;
            return this;
        }

        public Builder uid(String value) {
            uid = value;
            return this;
        }

        public Builder on(String nodeName) {
            node = nodeName;
            return this;
        }

        public Builder cpu(long milli) {
            milliCpu = milli;
            return this;
        }

        public Builder memory(long bytes) {
            memory = bytes;
            return this;
        }

        public Builder scalars(Map<String, Long> value) {
            scalars = value;
            return this;
        }

        /** Reserves for pods with label {@code app}. */
        public Builder app(String app) {
            user = new ReservationPodMatcher.Selected(LabelSelector.of(List.of(Requirement.in("app", app))));
            return this;
        }

        public Builder owner(String controllerUid) {
            user = new ReservationPodMatcher.Owner(controllerUid, "ReplicaSet/" + controllerUid);
            return this;
        }

        /** Created this many seconds after {@link TestPods#CREATED}. */
        public Builder createdAfter(long seconds) {
            createdAfter = seconds;
            return this;
        }

        public Builder timeToLive(Duration value) {
            timeToLive = value;
            return this;
        }

        public Builder deleted() {
            deleted = true;
            return this;
        }

        public Builder problem(String value) {
            problem = value;
            return this;
        }

        public Builder phase(ReservationStatus.Phase phase) {
            status = new ReservationStatus(phase);
            return this;
        }

        public Reservation build() {
            return new Reservation(
                    new ReservationKey(namespace, name),
                    uid,
                    node,
                    new Resources(milliCpu, memory, 0, scalars),
                    user,
                    timeToLive,
                    TestPods.CREATED.plusSeconds(createdAfter),
                    "",
                    deleted,
                    problem,
                    status);
        }
    }
}
