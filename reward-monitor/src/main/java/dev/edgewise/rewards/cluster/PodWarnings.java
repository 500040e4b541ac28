package dev.edgewise.rewards.cluster;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.rewards.learning.facts.PodWarning;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The Warning events of pods, by pod, which may not be known yet. Callers that may write events in a namespace may
 * invent them: events with a reason that does not count are not kept, and their number is limited for each namespace
 * and pod. For one thread at a time.
 */
final class PodWarnings {
    /** The time for which the API server keeps an event. */
    private static final Duration KEPT = Duration.ofHours(1);

    private static final int MOST = 10_000;
    private static final int MOST_OF_A_NAMESPACE = 2_000;
    private static final int MOST_OF_A_POD = 20;

    private final Map<String, Integer> namespaces = new HashMap<>();
    private final Map<String, Map<String, PodWarning>> pods;

    PodWarnings(Ticker ticker) {
        this.pods = Caffeine.newBuilder()
                .maximumWeight(MOST)
                .weigher((String pod, Map<String, PodWarning> warnings) -> warnings.size())
                .expireAfterWrite(KEPT)
                .ticker(ticker::nanos)
                .executor(Runnable::run)
                .removalListener((pod, warnings, why) -> removed(pod, warnings))
                .build()
                .asMap();
    }

    Collection<PodWarning> of(String pod) {
        return pods.getOrDefault(pod, Map.of()).values();
    }

    void remove(String pod) {
        pods.remove(pod);
    }

    /** Adds an event; returns whether it counts and was kept. */
    boolean add(String event, String pod, PodWarning warning) {
        if (!warning.isCause()) {
            return false;
        }
        Map<String, PodWarning> known = new LinkedHashMap<>(pods.getOrDefault(pod, Map.of()));
        boolean isNew = known.remove(event) == null;
        if (known.size() >= MOST_OF_A_POD) {
            known.remove(known.keySet().iterator().next());
        } else if (isNew && namespaces.getOrDefault(namespace(pod), 0) >= MOST_OF_A_NAMESPACE) {
            return false;
        }
        known.put(event, warning);
        namespaces.merge(namespace(pod), known.size(), Integer::sum);
        pods.put(pod, known);
        return true;
    }

    /** The events of a pod were removed or replaced. */
    private void removed(@Nullable String pod, @Nullable Map<String, PodWarning> warnings) {
        if (pod != null && warnings != null) {
            namespaces.computeIfPresent(
                    namespace(pod), (name, count) -> count <= warnings.size() ? null : count - warnings.size());
        }
    }

    private static String namespace(String pod) {
        return pod.substring(0, Math.max(0, pod.indexOf('/')));
    }

    int size() {
        return pods.values().stream().mapToInt(Map::size).sum();
    }
}
