package dev.edgewise.kubernetes.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
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
    /** Versions of the objects that the kind does not want: there may be ten for each that it does. */
    private final ResourceVersionByNameMap unwanted = new ResourceVersionByNameMap();

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
        if (revision < version(name)) {
            return;
        }
        try {
            if (kind.wanted().test(object)) {
                know(name, revision);
                kind.changed().accept(object);
            } else {
                leaveOut(name, revision);
            }
            complained.remove(name);
        } catch (InvalidObjectException problem) {
            skip(name, problem.getMessage());
        } catch (RuntimeException defect) {
            // One object that fails must not block all others.
            defect(name, defect);
        }
    }

    private void know(NamespacedName name, long revision) {
        delivered.put(name, revision);
        unwanted.remove(name);
    }

    private void leaveOut(NamespacedName name, long revision) {
        if (delivered.containsKey(name)) {
            kind.gone().accept(name.namespace(), name.name());
            delivered.remove(name);
        }
        unwanted.put(name, revision);
    }

    /** Skips an object that could not be mapped; its last readable version stays in use. */
    synchronized void unreadable(T partial, @Nullable String problem) {
        NamespacedName name = NamespacedName.of(partial.getMetadata());
        know(name, Math.max(version(name), ResourceVersion.of(partial.getMetadata())));
        skip(name, problem);
    }

    synchronized void gone(T object) {
        gone(NamespacedName.of(object.getMetadata()), ResourceVersion.of(object.getMetadata()));
    }

    /** @param revision the last that was seen of the object; a newer one that was handed on survives */
    synchronized void gone(NamespacedName name, long revision) {
        if (revision < version(name)) {
            return;
        }
        try {
            kind.gone().accept(name.namespace(), name.name());
            delivered.remove(name);
            unwanted.remove(name);
            complained.remove(name);
        } catch (RuntimeException defect) {
            // It stays known, so that the next comparison retries.
            defect(name, defect);
        }
    }

    /** Removes objects that are not present, unless their version is newer than the list's. */
    synchronized void goneUnless(ResourceVersionByNameMap present, long revision) {
        List<NamespacedName> absent = delivered.entrySet().stream()
                .filter(each -> each.getValue() <= revision && !present.contains(each.getKey()))
                .map(Map.Entry::getKey)
                .toList();
        absent.forEach(name -> gone(name, revision));
        unwanted.removeUnless(present, revision);
    }

    /**
     * Takes any version of each object from now on: those before belong to a history that the API server does not have
     * any more.
     */
    synchronized void forgetVersions() {
        delivered.replaceAll((name, version) -> 0L);
        unwanted.forgetVersions();
    }

    /** The version that came last, or null. */
    synchronized @Nullable Long revision(NamespacedName name) {
        long version = version(name);
        return version == ResourceVersionByNameMap.NONE ? null : version;
    }

    private long version(NamespacedName name) {
        Long known = delivered.get(name);
        return known == null ? unwanted.get(name) : known;
    }

    /** The versions delivered last, of the objects that the kind wants. */
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
