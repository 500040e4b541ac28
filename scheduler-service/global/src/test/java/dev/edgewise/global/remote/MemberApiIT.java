package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.http.AnswerTooLongException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A member that answers with 200,000 empty objects in a list: with the list and what it is in, there are two values too
 * many.
 */
class MemberApiIT {
    private static final String MANY = "\"items\": [{}" + ",{}".repeat(199_999) + "]";

    private TestMember member;
    private MemberApi api;

    @BeforeEach
    void start() throws Exception {
        member = new TestMember(TestClock.START);
        api = member.handle.requireApi();
    }

    @AfterEach
    void stop() {
        member.close();
    }

    @Test
    void anAnswerWithTooManyValuesIsNone() {
        member.answers("/apis", 200, "{" + MANY + "}");

        assertThatThrownBy(() -> api.getAs("a", "/apis"))
                .isInstanceOf(MemberUnreachableException.class)
                .hasMessage("no answer: AnswerTooLongException the answer is longer than 200000 values")
                .hasCauseInstanceOf(AnswerTooLongException.class);
        assertThatThrownBy(() -> api.call("GET", "/apis", Map.of(), null, Duration.ofSeconds(10)))
                .isInstanceOf(MemberUnreachableException.class)
                .hasCauseInstanceOf(AnswerTooLongException.class);
    }

    @Test
    void ofARefusalOnlyItsReasonIsRead() throws Exception {
        member.answers(
                "/apis",
                403,
                "{\"reason\": \"Forbidden\", \"message\": \"no\", \"details\": {\"name\": \"n\", \"causes\": [{\"field\": \"spec\", \"message\": \"m\"}]}, "
                        + MANY + "}");

        MemberReply reply = api.getAs("a", "/apis");

        assertThat(reply.body())
                .hasToString(
                        "{\"reason\":\"Forbidden\",\"message\":\"no\",\"details\":{\"causes\":[{\"field\":\"spec\"}]}}");
        assertThat(reply.reason()).isEqualTo("403 Forbidden: spec");
        assertThat(reply.message()).isEqualTo("403 no");
    }
}
