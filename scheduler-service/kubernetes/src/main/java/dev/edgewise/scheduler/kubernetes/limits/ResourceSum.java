package dev.edgewise.scheduler.kubernetes.limits;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.model.Resources;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.HashMap;
import java.util.Map;

/** Amounts of resources that are being added up. A resource may be absent, which differs from zero. */
public final class ResourceSum {
    public static final String CPU = "cpu";
    public static final String MEMORY = "memory";
    static final String EPHEMERAL_STORAGE = "ephemeral-storage";

    private static final String HUGE_PAGES = "hugepages-";

    /** The amounts by resource name; a resource without an amount is absent. CPU is in thousandths of a core. */
    private final Map<String, Long> amounts = new HashMap<>(4);

    public ResourceSum() {}

    private ResourceSum(ResourceSum other) {
        amounts.putAll(other.amounts);
    }

    public static ResourceSum of(String field, Map<String, Quantity> quantities) {
        ResourceSum sum = new ResourceSum();
        quantities.forEach((name, quantity) -> sum.amounts.put(name, read(field, name, quantity)));
        return sum;
    }

    private static long read(String field, String name, Quantity quantity) {
        try {
            return name.equals(CPU) ? Quantities.milli(name, quantity) : Quantities.units(name, quantity);
        } catch (InvalidObjectException problem) {
            throw problem.within(field);
        }
    }

    public ResourceSum copy() {
        return new ResourceSum(this);
    }

    public void add(ResourceSum other) {
        other.amounts.forEach((name, amount) -> amounts.merge(name, amount, ResourceSum::saturated));
    }

    public void max(ResourceSum other) {
        other.amounts.forEach((name, amount) -> amounts.merge(name, amount, Math::max));
    }

    /**
     * Raises this to the sum of the requests and the others, for the requested resources. Resources that are not
     * requested were counted with the others already, so that each call takes as many steps as it has requests.
     */
    public void maxBeside(ResourceSum others, ResourceSum requests) {
        requests.amounts.forEach((name, amount) -> amounts.merge(name, saturated(amount, others.get(name)), Math::max));
    }

    public void set(String name, long amount) {
        amounts.put(name, amount);
    }

    /** Takes those resources from the other that are absent here. */
    public void fill(ResourceSum other) {
        other.amounts.forEach(amounts::putIfAbsent);
    }

    /** Takes that resource from the other if it is absent here and present there. */
    public void fill(ResourceSum other, String name) {
        Long amount = other.amounts.get(name);
        if (amount != null) {
            amounts.putIfAbsent(name, amount);
        }
    }

    /** The resources that the other has too. */
    public ResourceSum only(ResourceSum other) {
        ResourceSum kept = copy();
        kept.amounts.keySet().retainAll(other.amounts.keySet());
        return kept;
    }

    public boolean has(String name) {
        return amounts.containsKey(name);
    }

    public long get(String name) {
        return amounts.getOrDefault(name, 0L);
    }

    public boolean isEmpty() {
        return amounts.isEmpty();
    }

    /** Keeps what a pod can say at its own level: CPU, memory and huge pages. */
    public ResourceSum podLevel() {
        ResourceSum kept = copy();
        kept.amounts.keySet().removeIf(name -> !isPodLevel(name));
        return kept;
    }

    /** Replaces each resource that the other has. */
    public void override(ResourceSum other) {
        amounts.putAll(other.amounts);
    }

    public Resources toResources() {
        Map<String, Long> scalars = Map.of();
        for (Map.Entry<String, Long> entry : amounts.entrySet()) {
            if (isScalar(entry.getKey()) && entry.getValue() != 0) {
                scalars = scalars.isEmpty() ? new HashMap<>(4) : scalars;
                scalars.put(entry.getKey(), entry.getValue());
            }
        }
        return new Resources(get(CPU), get(MEMORY), get(EPHEMERAL_STORAGE), scalars);
    }

    private static boolean isPodLevel(String name) {
        return name.equals(CPU) || name.equals(MEMORY) || name.startsWith(HUGE_PAGES);
    }

    /** Huge pages, attachable volumes and everything with a domain, as kube-scheduler counts them. */
    private static boolean isScalar(String name) {
        return name.startsWith(HUGE_PAGES)
                || name.startsWith("attachable-volumes-")
                || (name.indexOf('/') >= 0 && !name.startsWith("requests."));
    }

    private static long saturated(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
