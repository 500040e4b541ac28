package dev.edgewise.scheduler.reservations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.model.ReservationPodMatcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReservationRequestTest {
    private static final String BODY =
            """
            {"namespace": "a", "name": "b", "node": "n", "resources": {"cpu": "1"}, "for": {"selector": SELECTOR}}
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{\"matchExpressions\": [null]} | for.selector.matchExpressions[0]",
                "{\"matchExpressions\": [{\"key\": \"k\", \"operator\": \"In\", \"values\": [null]}]} | for.selector",
                "{\"matchExpressions\": [{\"key\": null, \"operator\": \"Exists\"}]} | for.selector",
                "{\"matchExpressions\": [{\"key\": \"k\", \"operator\": null}]} | for.selector",
                "{\"matchLabels\": {\"k\": null}} | for.selector",
            })
    void aNullNamesItsField(String selector, String field) throws Exception {
        ReservationRequest request =
                new ObjectMapper().readValue(BODY.replace("SELECTOR", selector), ReservationRequest.class);
        assertThatThrownBy(request::reservation)
                .isInstanceOf(InvalidInputException.class)
                .extracting(e -> ((InvalidInputException) e).field())
                .asString()
                .startsWith(field);
    }

    /** Every field of the definition is read, as kubectl sends it. */
    @Test
    void anOwnerMayNameItsApiVersion() throws Exception {
        String owner =
                """
                {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "cart-5d8f", "uid": "u2"}
                """;
        ObjectMapper json = new ObjectMapper();
        ReservationRequest request = json.readValue(
                BODY.replace("\"selector\": SELECTOR", "\"ownerReference\": " + owner), ReservationRequest.class);
        assertThat(request.object().at("/spec/for/ownerReference")).isEqualTo(json.readTree(owner));
        assertThat(request.reservation().user())
                .isEqualTo(new ReservationPodMatcher.Owner("u2", "ReplicaSet/cart-5d8f"));
    }
}
