package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.kubernetes.limits.Quantities;
import dev.edgewise.scheduler.model.RemainingNamespaceQuota;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaStatus;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what a ResourceQuota leaves of requests. One with scopes counts some pods only, and limits nothing here. */
final class QuotaConverter {
    private static final List<String> CPU = List.of("requests.cpu", "cpu");
    private static final List<String> MEMORY = List.of("requests.memory", "memory");

    private QuotaConverter() {}

    /** @throws InvalidObjectException naming the field that cannot be understood */
    static RemainingNamespaceQuota convert(ResourceQuota quota) {
        ObjectMeta metadata = quota.getMetadata();
        boolean isForSome = quota.getSpec() != null
                && (!quota.getSpec().getScopes().isEmpty() || quota.getSpec().getScopeSelector() != null);
        ResourceQuotaStatus status = quota.getStatus();
        // Until it is counted for the first time, it leaves nothing that is known.
        Map<String, Quantity> hard = isForSome || status == null ? Map.of() : orEmpty(status.getHard());
        Map<String, Quantity> used = status == null ? Map.of() : orEmpty(status.getUsed());
        return new RemainingNamespaceQuota(
                FieldReader.text("metadata.namespace", metadata.getNamespace()).intern(),
                FieldReader.text("metadata.name", metadata.getName()),
                left(CPU, hard, used, true),
                left(MEMORY, hard, used, false));
    }

    /** The least of what both names of the resource leave. */
    private static @Nullable Long left(
            List<String> names, Map<String, Quantity> hard, Map<String, Quantity> used, boolean isCpu) {
        Long least = null;
        for (String name : names) {
            Quantity most = hard.get(name);
            if (most != null) {
                long left = amount("status.hard", name, most, isCpu)
                        - amount("status.used", name, used.getOrDefault(name, new Quantity("0")), isCpu);
                least = least == null ? left : Math.min(least, left);
            }
        }
        return least;
    }

    private static long amount(String field, String name, Quantity quantity, boolean isCpu) {
        return FieldReader.in(field, () -> isCpu ? Quantities.milli(name, quantity) : Quantities.units(name, quantity));
    }

    private static Map<String, Quantity> orEmpty(@Nullable Map<String, Quantity> amounts) {
        return amounts == null ? Map.of() : amounts;
    }
}
