package dev.edgewise.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DidYouMeanTest {
    @ParameterizedTest
    @CsvSource({
        "edgewise, edgewise, 0",
        "edgwise,  edgewise, 1", // one inserted
        "edgewwise, edgewise, 1", // one removed
        "edgewize, edgewise, 1", // one replaced
        "egdewise, edgewise, 1", // two swapped
        "egdewize, edgewise, 2", // two swapped, one replaced
        "egewis,   edgewise, 2", // two inserted
        "kubelet,  edgewise, 3", // more than two are not told apart
        "'',       ab,       2",
        "'',       '',       0",
    })
    void countsEditsUpToTheMost(String a, String b, int distance) {
        assertThat(DidYouMean.distance(a, b, 2)).isEqualTo(distance);
        assertThat(DidYouMean.distance(b, a, 2)).isEqualTo(distance);
    }

    @Test
    void theNearestIsMeantAndOfSeveralTheFirst() {
        List<String> nodes = List.of("edge-10", "edge-1", "edge-2");
        assertThat(DidYouMean.nearest("edge1", nodes, 2)).isEqualTo("edge-1");
        assertThat(DidYouMean.nearest("edge-", nodes, 2)).isEqualTo("edge-1");
        assertThat(DidYouMean.nearest("cloud", nodes, 2)).isNull();
    }

    @Test
    void asksForASingleWordAndListsSeveral() {
        assertThat(DidYouMean.sentence(List.of("edge-1"))).isEqualTo("Did you mean edge-1?");
        assertThat(DidYouMean.sentence(List.of("edge-1", "edge-2"))).isEqualTo("There are: edge-1, edge-2.");
    }
}
