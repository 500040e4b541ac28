package dev.edgewise.common.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrometheusQueryResponseReaderTest {
    private static List<Sample> parse(String body) throws IOException {
        return PrometheusQueryResponseReader.parse(200, body.getBytes(UTF_8), List.of("node", "instance"));
    }

    @Test
    void onlyWhatCountsIsReadWhateverStandsBesideIt() throws IOException {
        assertThat(
                        parse(
                                """
                {"warnings": ["w", {"status": "x"}], "data": {"stats": {"result": [1]}, "result": [
                  {"metric": {"job": "j", "instance": "i", "node": "n"}, "value": [1767225600.25, "62.5"], "more": {"value": 1}},
                  {"metric": {}, "value": []}, {"value": [1, "+Inf"]}, {}, 7, null],
                "resultType": "vector"}, "status": "success"}"""))
                .containsExactly(
                        new Sample(
                                Map.of("node", "n", "instance", "i"), Instant.parse("2026-01-01T00:00:00.250Z"), 62.5),
                        new Sample(Map.of(), Instant.EPOCH, Double.NaN),
                        new Sample(Map.of(), Instant.ofEpochSecond(1), Double.POSITIVE_INFINITY),
                        new Sample(Map.of(), Instant.EPOCH, Double.NaN));
    }

    @Test
    void anAnswerOfTooManyResultsIsRefused() {
        String results = "{},".repeat(60_000) + "{}";
        assertThatThrownBy(() -> parse(
                        "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[" + results + "]}}"))
                .hasMessage("more than 50000 results: aggregate them in the query");
    }

    @Test
    void whatAServerWritesIsCut() throws IOException {
        String many = "\"error\":\"" + "e".repeat(1_000) + "\",";
        assertThatThrownBy(() -> parse("{" + many.repeat(100) + "\"status\":\"error\"}"))
                .message()
                .hasSizeLessThan(1_100);
        assertThat(parse(
                        """
                {"data": {"result": [{"metric": {"instance": "i", "node": "%s"}, "value": [1, "2"]}], "resultType": "vector"},
                "status": "success"}"""
                                .formatted("n".repeat(513))))
                .containsExactly(new Sample(Map.of("instance", "i"), Instant.ofEpochSecond(1), 2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[]; status 200: error without a word",
                "7; status 200: error without a word",
                "''; status 200: error without a word",
                "{}; status 200: error without a word",
                "{\"status\":{\"a\":1}}; status 200: error without a word",
                "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"parse\"}; status 200: bad_data parse",
                "{\"status\":\"success\"}; the result is a : the query must have an instant vector",
                "{\"status\":\"success\",\"data\":[{\"result\":1}]}; the result is a : the query must",
                "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":{}}}; the result is a matrix",
                "{\"status\":\"success\"; status 200, and no JSON",
                "<html>; status 200, and no JSON",
            })
    void whatIsNoAnswerIsNamed(String body, String problem) {
        assertThatThrownBy(() -> parse(body)).isInstanceOf(IOException.class).hasMessageStartingWith(problem);
    }
}
