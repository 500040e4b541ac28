package dev.edgewise.rewards.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PublishedSignalValuesTest {
    private final PublishedSignalValues<Integer> board = new PublishedSignalValues<>();

    @Test
    void changesSetAndRemoveFields() {
        board.replace("a", Map.of("x", 1, "y", 2));

        assertThat(board.apply(Map.of(
                        "a", Map.of("x", Optional.empty(), "y", Optional.of(3)), "b", Map.of("z", Optional.of(4)))))
                .isEqualTo(Map.of("a", Set.of("x", "y"), "b", Set.of("z")));

        assertThat(board.row("a")).isEqualTo(Map.of("y", 3));
        assertThat(board.find("a", "x")).isEmpty();
        assertThat(board.find("b", "z")).hasValue(4);
        board.apply(Map.of("b", Map.of("z", Optional.empty())));
        assertThat(board.names()).as("a row without fields is none").containsExactly("a");
    }

    @Test
    void aRowIsReadInOrderAndCannotBeChanged() {
        board.replace("a", Map.of("y", 2, "x", 1));

        assertThat(board.<List<String>>read("a", row -> List.copyOf(row.keySet())))
                .containsExactly("x", "y");
        assertThat(board.<Integer>read("none", Map::size)).isZero();
        assertThatThrownBy(() -> board.read("a", row -> row.remove("x")))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void allRowsAreReplacedAtOnce() {
        board.replace("a", Map.of("x", 1));
        board.replace("b", Map.of("x", 1));

        assertThat(board.replaceAll(Map.of("b", Map.of("y", 2), "c", Map.of("y", 2))))
                .as("what is gone changed, too")
                .containsExactlyInAnyOrder("a", "b", "c");
        assertThat(board.names()).containsExactly("b", "c");
        assertThat(board.names("b", 5)).containsExactly("c");
        board.retain(Set.of("c"));
        assertThat(board.names("", 5)).containsExactly("c");
    }
}
