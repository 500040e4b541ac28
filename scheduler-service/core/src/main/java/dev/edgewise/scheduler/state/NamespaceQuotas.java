package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.RemainingNamespaceQuota;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The remainders of the ResourceQuotas of all namespaces. Not thread-safe. */
final class NamespaceQuotas {
    private final Map<String, Map<String, RemainingNamespaceQuota>> byNamespace = new HashMap<>();

    void put(RemainingNamespaceQuota quota) {
        byNamespace
                .computeIfAbsent(quota.namespace(), namespace -> new HashMap<>())
                .put(quota.name(), quota);
    }

    void remove(String namespace, String name) {
        byNamespace.computeIfPresent(namespace, (key, quotas) -> {
            quotas.remove(name);
            return quotas.isEmpty() ? null : quotas;
        });
    }

    Collection<RemainingNamespaceQuota> of(String namespace) {
        Map<String, RemainingNamespaceQuota> own = byNamespace.get(namespace);
        return own == null ? List.of() : own.values();
    }
}
