package dev.edgewise.networkprobe.coordinator.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.networkprobe.coordinator.RefusedReportException;
import org.junit.jupiter.api.Test;

class AgentAuthenticatorTest {
    private final AgentAuthenticator gate = AgentAuthenticator.of(token -> {
        if (!token.equals("good")) {
            throw new RefusedReportException(401, "the token is of jane: it must be of an agent");
        }
        return "a";
    });

    private void refused(int status, String node, String header) {
        assertThatThrownBy(() -> gate.check(node, header))
                .isInstanceOfSatisfying(RefusedReportException.class, e -> assertThat(e.status())
                        .isEqualTo(status));
    }

    @Test
    void aTokenSpeaksForItsOwnNodeOnly() {
        assertThatCode(() -> gate.check("a", "Bearer good")).doesNotThrowAnyException();
        refused(403, "b", "Bearer good");
        refused(401, "a", "Bearer bad");
        refused(401, "a", "Basic good");
        refused(401, "a", null);
    }

    @Test
    void whoIsNoAgentReadsWhy() {
        assertThatThrownBy(() -> gate.check("a", "Bearer bad"))
                .hasMessage("the token is of jane: it must be of an agent");
    }
}
