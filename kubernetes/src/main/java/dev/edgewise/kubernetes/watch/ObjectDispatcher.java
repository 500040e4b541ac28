package dev.edgewise.kubernetes.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the objects of one kind on, in order: what is older than what was handed on already is dropped, so that a watch
 * and a repair may deliver at the same time.
 */
final class ObjectDispatcher<T extends HasMetadata> {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectDispatcher.class);
    private static final int MOST_COMPLAINTS = 1_000;

    private final WatchedKind<T> kind;
    private final Counter skipped;
    private final Map<NamespacedName, Long> delivered = new HashMap<>();
    private final Set<NamespacedName> complained = new HashSet<>();

    ObjectDispatcher(WatchedKind<T> kind, MeterRegistry meters) {
        this.kind = kind;
        this.skipped = Counter.builder("edgewise.watch.objects.skipped")
                .description("Objects that could not be read, in part or at all")
                .tag("kind", kind.name())
                .register(meters);
    }

    synchronized void changed(T object) {
        NamespacedName name = NamespacedName.of(object.getMetadata());
        long revision = ResourceVersion.of(object.getMetadata());
        Long last = delivered.get(name);
        if (last != null && revision < last) {
            return;
        }
        delivered.put(name, revision);
        try {
            kind.changed().accept(object);
            complained.remove(name);
        } catch (InvalidObjectException problem) {
            skip(name, problem.getMessage());
        } catch (RuntimeException defect) {
            // One object that fails must not block all others.
            defect(name, defect);
        }
    }

    /** Skips an object that could not be mapped; its last readable version stays in force. */
    synchronized void unreadable(T partial, @Nullable String problem) {
        NamespacedName name = NamespacedName.of(partial.getMetadata());
        delivered.merge(name, ResourceVersion.of(partial.getMetadata()), Math::max);
        skip(name, problem);
    }

    synchronized void gone(T object) {
        gone(NamespacedName.of(object.getMetadata()), ResourceVersion.of(object.getMetadata()));
    }

    /** @param revision the last that was seen of the object; a newer one that was handed on survives */
    synchronized void gone(NamespacedName name, long revision) {
        Long last = delivered.get(name);
        if (last != null && revision < last) {
            return;
        }
        try {
            kind.gone().accept(name.namespace(), name.name());
            delivered.remove(name);
            complained.remove(name);
        } catch (RuntimeException defect) {
            // It stays known, so that the next comparison retries.
            defect(name, defect);
        }
    }

    /** Removes objects that are not present, unless their version is newer than the list's. */
    void goneUnless(Set<NamespacedName> present, long revision) {
        revisions().forEach((name, delivered) -> {
            if (delivered <= revision && !present.contains(name)) {
                gone(name, delivered);
            }
        });
    }

    /** The version delivered last, or null. */
    synchronized @Nullable Long revision(NamespacedName name) {
        return delivered.get(name);
    }

    synchronized Map<NamespacedName, Long> revisions() {
        return new HashMap<>(delivered);
    }

    private void skip(NamespacedName name, @Nullable String problem) {
        if (complain(name)) {
            LOG.warn("Skipped an unreadable object; kind={} object={} cause={}", kind.name(), name, problem);
        }
    }

    private void defect(NamespacedName name, RuntimeException defect) {
        if (complain(name)) {
            LOG.error("Skipped an object after an unexpected error; kind={} object={}", kind.name(), name, defect);
        }
    }

    /** Whether to log it: once for each object, as it may change every second. */
    private boolean complain(NamespacedName name) {
        skipped.increment();
        return complained.size() < MOST_COMPLAINTS && complained.add(name);
    }
}
