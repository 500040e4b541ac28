package dev.edgewise.common.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.ManualTicker;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.mock.web.MockHttpServletRequest;
import tools.jackson.databind.json.JsonMapper;

class LimitedRequestBodyReaderTest {
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final ManualTicker ticker = new ManualTicker();

    @Test
    void readsAllUpToTheLimit() throws IOException {
        assertThat(LimitedRequestBodyReader.read(new ByteArrayInputStream(new byte[100_000]), 100_000, LONGEST, ticker))
                .hasSize(100_000);
        assertThatThrownBy(() -> LimitedRequestBodyReader.read(
                        new ByteArrayInputStream(new byte[100_001]), 100_000, LONGEST, ticker))
                .hasMessageContaining("413");
    }

    record Order(Boolean apply) {}

    private static MockHttpServletRequest request(String body) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setContent(body.getBytes(StandardCharsets.UTF_8));
        return request;
    }

    @Test
    void aFieldThatIsNotKnownIsRefusedUnlessAProgramThatIsNotOursSendsIt() throws IOException {
        JsonMapper json = JsonMapper.builder().build();
        assertThat(LimitedRequestBodyReader.read(request("{\"apply\": true}"), 100, json, Order.class))
                .isEqualTo(new Order(true));
        assertThat(LimitedRequestBodyReader.readLenient(request("{\"aply\": true}"), 100, json, Order.class))
                .isEqualTo(new Order(null));
        assertThatThrownBy(() -> LimitedRequestBodyReader.read(request("{\"aply\": true}"), 100, json, Order.class))
                .isInstanceOfSatisfying(HttpMessageNotReadableException.class, e -> assertThat(
                                JsonProblems.of(e).getDetail())
                        .isEqualTo("aply is an unknown field: it must be one of apply"));
    }

    @Test
    void aPeerThatSendsAByteNowAndThenIsLetGo() {
        InputStream slow = new InputStream() {
            @Override
            public int read() {
                return 'x';
            }

            @Override
            public int read(byte[] buffer, int from, int most) {
                ticker.advance(Duration.ofSeconds(9));
                return 1;
            }
        };
        assertThatThrownBy(() -> LimitedRequestBodyReader.read(slow, 100, LONGEST, ticker))
                .hasMessageContaining("408")
                .hasMessageContaining("The body was not sent within 10 s");
    }
}
