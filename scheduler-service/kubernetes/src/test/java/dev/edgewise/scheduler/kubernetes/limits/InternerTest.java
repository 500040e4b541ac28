package dev.edgewise.scheduler.kubernetes.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InternerTest {
    private final Interner<List<String>> interner = new Interner<>();

    @Test
    void equalValuesAreOne() {
        List<String> first = interner.one(List.of("a", "b"));

        assertThat(interner.one(List.of("a", "b"))).isSameAs(first);
        assertThat(interner.one(List.of("b", "a"))).isNotSameAs(first).containsExactly("b", "a");
    }

    @Test
    void onlyWhatIsNotKnownIsCopied() {
        List<String> first = interner.one(new ArrayList<>(List.of("a")), List::copyOf);

        assertThat(first).isUnmodifiable().containsExactly("a");
        assertThat(interner.one(new ArrayList<>(List.of("a")), never -> List.of("b")))
                .isSameAs(first);
    }

    @Test
    void aValueWhoseHashIsAlikeTakesThePlace() {
        // "Aa" and "BB" have the same hash.
        List<String> first = interner.one(List.of("Aa"));
        List<String> other = interner.one(List.of("BB"));

        assertThat(other).containsExactly("BB");
        assertThat(interner.one(List.of("BB"))).isSameAs(other);
        assertThat(interner.one(List.of("Aa"))).isEqualTo(first).isNotSameAs(first);
    }

    @Test
    void nothingIsKeptAlive() {
        WeakReference<List<String>> value = new WeakReference<>(interner.one(List.of("only here")));

        await().until(() -> {
            System.gc();
            return value.get() == null;
        });
        assertThat(interner.one(List.of("only here"))).containsExactly("only here");
    }

    @Test
    void mostOfTenThousandValuesAreShared() {
        List<List<String>> first = IntStream.range(0, 10_000)
                .mapToObj(InternerTest::value)
                .map(interner::one)
                .toList();

        long shared = IntStream.range(0, 10_000)
                .filter(i -> interner.one(value(i)) == first.get(i))
                .count();

        // Of 32,768 places 10,000 values take three quarters to themselves, if their hashes are spread.
        assertThat(shared).isGreaterThan(7_000);
    }

    private static List<String> value(int i) {
        return List.of("app-" + i, "team-" + i % 100);
    }
}
