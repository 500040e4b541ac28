package dev.edgewise.global.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.edgewise.common.web.InvalidInputException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterExpressionParserTest {
    private static final String FIELD = "spec.clusters";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[c1,[c2,c3],c4]",
                "[\"c1\", [\"c2\", \"c3\"], \"c4\"]",
                "['c1',['c2',c3],\"c4\"]",
                " [ c1 ,\n[ c2 ,\tc3 ] , c4 ] \r\n"
            })
    void levelsAndCompetitorsAreReadWithAndWithoutQuotationMarks(String text) {
        assertThat(ClusterExpressionParser.parse(FIELD, text).levels())
                .containsExactly(List.of("c1"), List.of("c2", "c3"), List.of("c4"));
    }

    @Test
    void aListOfJsonIsReadAsItsText() {
        List<Object> nested = List.of("c1", List.of("c2", "c3"), "c4");

        assertThat(ClusterExpressionParser.parse(FIELD, nested))
                .isEqualTo(ClusterExpressionParser.parse(FIELD, "[c1,[c2,c3],c4]"));
    }

    @Test
    void theLimitsAreInclusive() {
        assertThat(ClusterExpressionParser.parse(FIELD, numbered(50)).levels()).hasSize(50);
        assertThat(ClusterExpressionParser.parse(FIELD, "[" + numbered(100) + "]")
                        .names())
                .hasSize(100);
        assertThat(ClusterExpressionParser.parse(FIELD, hundreds(5, "]")).names())
                .hasSize(500);
        assertThat(ClusterExpressionParser.parse(FIELD, "[" + "a".repeat(63) + "]")
                        .names())
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            c1              | spec.clusters       | c1    | a list such as [c1, [c2, c3], c4]
            ''              | spec.clusters       | ''    | a list such as [c1, [c2, c3], c4]
            []              | spec.clusters       | []    | a list with at least one name
            [c1,[]]         | spec.clusters[1]    | []    | a list with at least one name
            [c1,[c2,[c3]]]  | spec.clusters[1][1] | [     | a name: lists are nested at most twice
            [c1,[c2,c1]]    | spec.clusters[1][1] | c1    | named once: it is in the list already
            [c1] c2         | spec.clusters       | c2    | one list, and nothing after it
            [c1]]           | spec.clusters       | ]     | one list, and nothing after it
            [c1             | spec.clusters[1]    | ''    | followed by a comma or ]
            [c1 c2]         | spec.clusters[1]    | c2]   | followed by a comma or ]
            [[c1]c2]        | spec.clusters[1]    | c2]   | followed by a comma or ]
            ["c1            | spec.clusters[0]    | "c1   | a name with quotation marks on both sides
            """)
    void anErrorNamesFieldValueAndWhatIsAllowed(String text, String field, String value, String allowed) {
        InvalidInputException error = errorOf(text);

        assertThat(error.field()).isEqualTo(field);
        assertThat(error.value()).isEqualTo(value);
        assertThat(error.allowed()).isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[C1]", "[-c1]", "[c1-]", "[c_1]", "[c.1]", "['c 1']", "[c1,]", "[,c1]", "['']", "[[,c1]]"})
    void aNameIsALabelOfDns(String text) {
        assertThat(errorOf(text).allowed())
                .isEqualTo("the name of a cluster: at most 63 of a-z, 0-9 and -, with a letter or digit at both ends");
    }

    @Test
    void tooManyNamesLevelsAndLettersAreRefused() {
        assertThat(errorOf("[c," + numbered(101) + "]"))
                .hasMessage("spec.clusters[1] is 101 names: it must be a list of at most 100 names");
        assertThat(errorOf(hundreds(5, ",[c]]")))
                .hasMessage("spec.clusters is 501 names: it must be a list of at most 500 names");
        assertThat(errorOf(numbered(51)))
                .hasMessage("spec.clusters is 51 levels: it must be a list of at most 50 levels");
        assertThat(errorOf(numbered(10_000)).value()).isEqualTo("51 levels");
        assertThat(errorOf("[" + "a".repeat(64) + "]").field()).isEqualTo("spec.clusters[0]");
    }

    @Test
    void codeIsAName() {
        assertThat(errorOf("[__import__('os').system('id')]").field()).isEqualTo("spec.clusters[0]");
    }

    @Test
    void aListOfJsonIsCheckedAsItsText() {
        assertThat(errorOf(Arrays.asList("c1", 7)))
                .hasMessage("spec.clusters[1] is 7: it must be a name or a list of names");
        assertThat(errorOf(Arrays.asList("c1", null)).value()).isEqualTo("null");
        assertThat(errorOf(List.of("c1", List.of("c2", List.of("c3")))))
                .hasMessage("spec.clusters[1][1] is a list: it must be a name: lists are nested at most twice");
        assertThat(errorOf(List.of("c1", List.of())).field()).isEqualTo("spec.clusters[1]");
        assertThat(errorOf(List.of())).hasMessageStartingWith("spec.clusters is []");
    }

    /**
     * A recursive parser overflows its stack here, and one that copies the rest of the text at each step copies 10¹²
     * characters.
     */
    @Test
    void hostileTextEndsAtItsFirstErrorOrIsReadOnce() {
        int million = 1_000_000;
        assertThat(errorOf("[".repeat(10_000)).field()).isEqualTo("spec.clusters[0][0]");
        assertThat(errorOf("[".repeat(million)).field()).isEqualTo("spec.clusters[0][0]");
        assertThat(errorOf("[" + "a".repeat(million)).value()).hasSize(81);
        assertThat(errorOf("['" + "\n".repeat(million)).value()).hasSize(81).doesNotContain("\n");
        assertThat(errorOf("[" + ",".repeat(million)).value()).isEqualTo("empty");
        assertThat(ClusterExpressionParser.parse(FIELD, "[" + " ".repeat(million) + "c1]")
                        .names())
                .containsExactly("c1");
    }

    /** Levels c0, c1 and so on. */
    private static String numbered(int count) {
        return IntStream.range(0, count).mapToObj(i -> "c" + i).collect(Collectors.joining(",", "[", "]"));
    }

    /** Levels of a hundred names each, and then the end of the text. */
    private static String hundreds(int levels, String end) {
        return IntStream.range(0, levels)
                .mapToObj(level -> numbered(100).replace("c", "l" + level + "-c"))
                .collect(Collectors.joining(",", "[", end));
    }

    private static InvalidInputException errorOf(String text) {
        return catchThrowableOfType(InvalidInputException.class, () -> ClusterExpressionParser.parse(FIELD, text));
    }

    private static InvalidInputException errorOf(List<?> nested) {
        return catchThrowableOfType(InvalidInputException.class, () -> ClusterExpressionParser.parse(FIELD, nested));
    }
}
