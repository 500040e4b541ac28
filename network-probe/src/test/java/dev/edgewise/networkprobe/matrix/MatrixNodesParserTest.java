package dev.edgewise.networkprobe.matrix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixNodesParserTest {
    @Test
    void namesTheRowsInTheirOrder() throws InvalidFileException {
        assertThat(MatrixNodesParser.parse("m", "{\"edge-1\": 1, \"cloud\": 0}".getBytes(UTF_8), 2))
                .extracting(NamedMatrix.Node::name)
                .containsExactly("cloud", "edge-1");
    }

    @Test
    void aNodeMayHaveAZone() throws InvalidFileException {
        String json = "{\"a\": {\"zone\": \"near\", \"row\": 1}, \"b\": {\"row\": 0}}";

        assertThat(MatrixNodesParser.parse("m", json.getBytes(UTF_8), 2))
                .containsExactly(new NamedMatrix.Node("b", ""), new NamedMatrix.Node("a", "near"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            textBlock =
                    """
            {"a": 0, "b": 2}          | m:1:15: row of "b" is 2: it must be in 0..1
            {"a": 0, "b": -1}         | m:1:15: row of "b" is -1: it must be in 0..1
            {"a": 0, "b": 0}          | m:1:15: row 0 of "b" is already that of "a"
            {"a": {"zone": "z"}}      | m:1:19: row of "a" is missing: it must be a whole number
            {"a": {"row": 7}}         | m:1:15: row of "a" is 7: it must be in 0..1
            {"a": {"zone": 7}}        | m:1:16: zone of "a" is 7: allowed are row, a whole number, and zone, a text
            {"a": {"site": "z"}}      | m:1:16: site of "a" is z: allowed are row, a whole number, and zone, a text
            {"a": 0, "a": 1}          | m:1:10: node "a" is there twice
            {"a": 0}                  | m:1:8: row 1 has no name: each of the 2 rows
            {"a": 0, "b": "1"}        | m:1:15: row of "b" is 1: it must be a whole number
            {"a": 0, "b": 1.5}        | m:1:15: row of "b" is 1.5: it must be a whole number
            {"a": 0, " ": 1}          | m:1:10: a node's name is blank
            {"a": 0, "b": 1} x        | m:1:18: Unrecognized token
            {"a": 0, "b": 1} {}       | m:1:18: there is more after the object
            {"a": 0,                  | m:1:9: Unexpected end-of-input
            ["a", "b"]                | m:1:1: a JSON object, node name to row, is expected
            """)
    void saysWhereAFileIsBad(String json, String message) {
        assertThatThrownBy(() -> MatrixNodesParser.parse("m", json.getBytes(UTF_8), 2))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void nothingIsNoObject() {
        assertThatThrownBy(() -> MatrixNodesParser.parse("m", new byte[0], 2))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("a JSON object, node name to row, is expected");
    }
}
