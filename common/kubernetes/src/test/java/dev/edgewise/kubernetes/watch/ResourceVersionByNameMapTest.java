package dev.edgewise.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ResourceVersionByNameMapTest {
    private final ResourceVersionByNameMap versions = new ResourceVersionByNameMap();

    private static NamespacedName name(int number) {
        return new NamespacedName("ns-" + number % 7, "web-" + number / 7);
    }

    /** Behaves as a map, over many sizes. */
    @Test
    void whatWasPutIsThereUntilItIsRemoved() {
        SplittableRandom random = new SplittableRandom(7);
        Map<NamespacedName, Long> expected = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            NamespacedName name = name(random.nextInt(1 + i / 10));
            if (random.nextInt(3) == 0) {
                versions.remove(name);
                expected.remove(name);
            } else {
                versions.put(name, i);
                expected.put(name, (long) i);
            }
        }
        assertThat(expected).hasSizeGreaterThan(1_000);
        for (int i = 0; i < 10_000; i++) {
            assertThat(versions.get(name(i))).isEqualTo(expected.getOrDefault(name(i), ResourceVersionByNameMap.NONE));
        }
    }

    @Test
    void theNamespaceEndsWhereTheNameBegins() {
        versions.put(new NamespacedName("a", "bc"), 0);
        assertThat(versions.contains(new NamespacedName("ab", "c"))).isFalse();
        assertThat(versions.contains(new NamespacedName("", "abc"))).isFalse();
        assertThat(versions.contains(new NamespacedName("a", "bc"))).isTrue();
    }

    @Test
    void whatIsNeitherListedNorNewerGoes() {
        ResourceVersionByNameMap listed = new ResourceVersionByNameMap();
        for (int i = 0; i < 100; i++) {
            versions.put(name(i), i);
            if (i % 2 == 0) {
                listed.put(name(i), i);
            }
        }
        listed.remove(name(0));
        versions.removeUnless(listed, 49);
        for (int i = 0; i < 100; i++) {
            assertThat(versions.contains(name(i))).as("%s", i).isEqualTo(i > 49 || i % 2 == 0 && i > 0);
        }
        versions.clear();
        assertThat(versions.contains(name(99))).isFalse();
    }
}
