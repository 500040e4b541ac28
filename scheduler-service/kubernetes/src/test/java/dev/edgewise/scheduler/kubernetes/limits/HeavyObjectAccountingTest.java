package dev.edgewise.scheduler.kubernetes.limits;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting.Key;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting.Part;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class HeavyObjectAccountingTest {
    private static final int MOST = 100_000;
    private static final int MOST_OF_ALL = 250_000;

    private final HeavyObjectAccounting heavy = new HeavyObjectAccounting(MOST, MOST_OF_ALL);

    @Test
    void anObjectThatItsNamespaceHasNoRoomForIsRefused() {
        keep("shop", "a", 60_000);
        assertThatThrownBy(() -> keep("shop", "b", 40_001))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessage("spec.selector is \"40001\": must be at most 4096 bytes in memory, as the heavier objects"
                        + " of its namespace may keep 100000 together");
        keep("shop", "b", 40_000);
        keep("bank", "a", 60_000);
    }

    @Test
    void lightObjectsNeverCount() {
        IntStream.range(0, 1_000).forEach(i -> keep("shop", "light-" + i, HeavyObjectAccounting.LIGHT));
        keep("shop", "a", MOST);
        keep("shop", "light", HeavyObjectAccounting.LIGHT);
    }

    @Test
    void allNamespacesHaveABoundTogether() {
        keep("a", "a", MOST);
        keep("b", "a", MOST);
        assertThatThrownBy(() -> keep("c", "a", MOST))
                .hasMessageContaining("of all namespaces may keep 250000 together");
        keep("c", "a", 50_000);
    }

    @Test
    void whatObjectsShareCountsOnce() {
        Part shared = part(90_000);
        IntStream.range(0, 100)
                .forEach(i -> heavy.keep(new Key("pods", "shop", "replica-" + i), List.of(shared, part(50))));
        IntStream.range(0, 99).forEach(i -> heavy.forget(new Key("pods", "shop", "replica-" + i)));
        assertThatThrownBy(() -> keep("shop", "other", 10_000)).isInstanceOf(InvalidObjectException.class);
        heavy.forget(new Key("pods", "shop", "replica-99"));
        keep("shop", "other", MOST);
    }

    @Test
    void oneThatGrowsTooHeavyCountsAsBefore() {
        keep("shop", "a", 60_000);
        assertThatThrownBy(() -> keep("shop", "a", MOST + 1)).isInstanceOf(InvalidObjectException.class);
        assertThatThrownBy(() -> keep("shop", "b", 40_001)).isInstanceOf(InvalidObjectException.class);
        keep("shop", "a", 1);
        keep("shop", "b", MOST);
    }

    /**
     * Objects come, change, return and go in random order: one is refused if, and only if, there is no capacity for it.
     */
    @Property(tries = 200)
    void theSumIsThatOfTheObjectsThatAreThere(@ForAll long seed) {
        HeavyObjectAccounting sums = new HeavyObjectAccounting(MOST, MOST_OF_ALL);
        Random random = new Random(seed);
        List<Part> shared = IntStream.range(0, 4).mapToObj(i -> part(5_000 * i)).toList();
        Map<Key, List<Part>> known = new HashMap<>();
        for (int i = 0; i < 200; i++) {
            Key key = new Key("pods", "n" + random.nextInt(4), "p" + random.nextInt(8));
            if (random.nextInt(3) == 0) {
                sums.forget(key);
                known.remove(key);
                continue;
            }
            List<Part> parts = List.of(shared.get(random.nextInt(4)), part(random.nextInt(30_000)));
            Map<Key, List<Part>> wanted = new HashMap<>(known);
            wanted.put(key, parts);
            boolean light = weight(parts) <= HeavyObjectAccounting.LIGHT;
            boolean fits = light || sum(wanted, key.namespace()) <= MOST && sumOfAll(wanted) <= MOST_OF_ALL;
            if (fits) {
                assertThatCode(() -> sums.keep(key, parts)).doesNotThrowAnyException();
                known = wanted;
            } else {
                assertThatThrownBy(() -> sums.keep(key, parts)).isInstanceOf(InvalidObjectException.class);
            }
            known.values().removeIf(each -> weight(each) <= HeavyObjectAccounting.LIGHT);
        }
        known.keySet().forEach(sums::forget);
        IntStream.range(0, 2).forEach(i -> sums.keep(new Key("services", "n" + i, "all"), List.of(part(MOST))));
    }

    private static long sumOfAll(Map<Key, List<Part>> objects) {
        return IntStream.range(0, 4).mapToLong(i -> sum(objects, "n" + i)).sum();
    }

    private static long sum(Map<Key, List<Part>> objects, String namespace) {
        Set<Object> counted = Collections.newSetFromMap(new IdentityHashMap<>());
        return objects.entrySet().stream()
                .filter(object -> object.getKey().namespace().equals(namespace)
                        && weight(object.getValue()) > HeavyObjectAccounting.LIGHT)
                .flatMap(object -> object.getValue().stream())
                .filter(part -> counted.add(part.value()))
                .mapToLong(Part::weight)
                .sum();
    }

    private static int weight(List<Part> parts) {
        return RetainedSizeEstimator.sum(parts, Part::weight);
    }

    private void keep(String namespace, String name, int weight) {
        heavy.keep(new Key("services", namespace, name), List.of(part(weight)));
    }

    private static Part part(int weight) {
        return new Part("spec.selector", new Object(), weight);
    }
}
