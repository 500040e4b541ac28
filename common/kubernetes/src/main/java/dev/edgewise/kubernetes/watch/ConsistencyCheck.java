package dev.edgewise.kubernetes.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the delivered versions with those of the API server. A difference may be a watch event on its way; only one
 * that lasts is a missed event, and repaired.
 */
final class ConsistencyCheck<T extends HasMetadata> {
    private static final Logger LOG = LoggerFactory.getLogger(ConsistencyCheck.class);
    private static final long NOT_THERE = -1;

    private final KindReader<T> reader;
    private final ObjectDispatcher<T> dispatcher;
    private final LongConsumer wentBack;
    private final String kind;
    private final Counter repairs;

    /**
     * An object whose versions differ.
     *
     * @param delivered the version delivered last, or null
     * @param listed the version that the API server has; {@link #NOT_THERE} if it has none
     */
    record Suspect(NamespacedName name, @Nullable Long delivered, long listed) {}

    /** @param wentBack takes the version of a list that has an object in an older state than before */
    ConsistencyCheck(
            WatchedKind<T> kind,
            KindReader<T> reader,
            ObjectDispatcher<T> dispatcher,
            LongConsumer wentBack,
            MeterRegistry meters) {
        this.wentBack = wentBack;
        this.reader = reader;
        this.dispatcher = dispatcher;
        this.kind = kind.name();
        this.repairs = Counter.builder("edgewise.watch.repairs")
                .description("Objects that a watch had missed, and a comparison with the API server repaired")
                .tag("kind", kind.name())
                .register(meters);
    }

    /** Objects that differ from the newest state. */
    Set<Suspect> suspects() throws IOException, ApiStatusException {
        Map<NamespacedName, Long> extra = dispatcher.revisions();
        Set<Suspect> suspects = new HashSet<>();
        AtomicLong lost = new AtomicLong(Long.MAX_VALUE);
        long listed = reader.versions((name, version) -> {
            Long wanted = extra.remove(name);
            Long delivered = wanted == null ? dispatcher.revision(name) : wanted;
            if (delivered == null || delivered < version) {
                suspects.add(new Suspect(name, delivered, version));
            } else if (version > 0 && delivered > version) {
                lost.accumulateAndGet(delivered, Math::min);
            }
        });
        if (lost.get() <= listed) {
            // A later list has each object at least as it was delivered.
            wentBack.accept(listed);
            return Set.of();
        }
        extra.forEach((name, revision) -> {
            // A watch may have delivered since what the list does not have yet.
            if (revision <= listed) {
                suspects.add(new Suspect(name, revision, NOT_THERE));
            }
        });
        return suspects;
    }

    static Set<NamespacedName> names(Set<Suspect> suspects) {
        return suspects.stream().map(Suspect::name).collect(Collectors.toSet());
    }

    /** Whether that version, or a newer one, was delivered since. */
    boolean isSettled(Suspect suspect) {
        Long now = dispatcher.revision(suspect.name());
        return suspect.listed() == NOT_THERE
                ? !Objects.equals(now, suspect.delivered())
                : now != null && now >= suspect.listed();
    }

    /** Repairs those that have not changed since, and returns how many. */
    int repair(Set<Suspect> suspects) throws IOException, ApiStatusException {
        Set<Suspect> lasting = new HashSet<>(suspects);
        lasting.removeIf(suspect -> !Objects.equals(dispatcher.revision(suspect.name()), suspect.delivered()));
        if (lasting.isEmpty()) {
            return 0;
        }
        Set<NamespacedName> still = names(suspects());
        lasting.removeIf(suspect -> !still.contains(suspect.name()));
        int repaired = 0;
        for (Suspect suspect : lasting) {
            repaired += repair(suspect) ? 1 : 0;
        }
        if (repaired > 0) {
            repairs.increment(repaired);
            LOG.warn("Resync repaired stale objects; kind={} objects={}", kind, repaired);
        }
        return repaired;
    }

    /**
     * Lists the one object, so that the kind's own selection holds. One that is no JSON must not stop the repair of
     * others.
     */
    private boolean repair(Suspect suspect) throws IOException, ApiStatusException {
        Found<T> found = new Found<>(dispatcher);
        try {
            reader.read(suspect.name(), found);
        } catch (JsonProcessingException | JsonObjectReader.UnreadablePageException unreadable) {
            LOG.warn(
                    "Could not repair a stale object; kind={} object={} cause={}",
                    kind,
                    suspect.name(),
                    WatchOutage.describe(unreadable));
            return false;
        }
        if (!found.any && suspect.delivered() != null) {
            dispatcher.gone(suspect.name(), suspect.delivered());
            return true;
        }
        return found.any;
    }

    /** Delivers what is found, and remembers whether there was anything. */
    private static final class Found<T extends HasMetadata> implements ObjectSink<T> {
        private final ObjectDispatcher<T> dispatcher;
        private boolean any;

        Found(ObjectDispatcher<T> dispatcher) {
            this.dispatcher = dispatcher;
        }

        @Override
        public void object(T object) {
            any = true;
            dispatcher.changed(object);
        }

        @Override
        public void unreadable(T partial, String problem) {
            any = true;
            dispatcher.unreadable(partial, problem);
        }
    }
}
