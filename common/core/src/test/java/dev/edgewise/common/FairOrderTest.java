package dev.edgewise.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Texts such as {@code a2!} stand for elements: a namespace, a number, and a mark of elements that come after all
 * without one.
 */
class FairOrderTest {
    private static final Comparator<String> MARKED_LAST = Comparator.comparing(text -> text.endsWith("!"));

    @Test
    void namespacesTakeTurns() {
        assertThat(FairOrder.inTurn(
                        Stream.of("a1", "a2", "b3", "a3", "c1", "b1"),
                        FairOrderTest::namespace,
                        Comparator.comparing(text -> text.charAt(1))))
                .containsExactly("a1", "c1", "b1", "a2", "b3", "a3");
    }

    /** Elements of a namespace that has much of them would otherwise wait behind all of another's. */
    @Test
    void whatGoesAfterAllTakesNoTurnsOfTheRest() {
        assertThat(inTurn("a1!", "a2!", "a3!", "a4", "b5", "b6", "b7"))
                .containsExactly("a4", "b5", "b6", "b7", "a1!", "a2!", "a3!");
        assertThat(inTurn("a1", "a2", "b3!", "a4!", "a5!", "b6!"))
                .containsExactly("a1", "a2", "b3!", "a4!", "a5!", "b6!");
    }

    private static List<String> inTurn(String... texts) {
        return FairOrder.inTurn(
                        Stream.of(texts),
                        FairOrderTest::namespace,
                        MARKED_LAST,
                        Comparator.comparing(text -> text.charAt(1)))
                .toList();
    }

    private static String namespace(String text) {
        return text.substring(0, 1);
    }
}
