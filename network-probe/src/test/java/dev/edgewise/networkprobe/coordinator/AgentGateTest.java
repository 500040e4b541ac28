package dev.edgewise.networkprobe.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentGateTest {
    private final AgentGate gate = AgentGate.of(token -> token.equals("good") ? Optional.of("a") : Optional.empty());

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
}
