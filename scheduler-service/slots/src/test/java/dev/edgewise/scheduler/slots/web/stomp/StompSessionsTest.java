package dev.edgewise.scheduler.slots.web.stomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import org.junit.jupiter.api.Test;
import org.springframework.web.socket.WebSocketSession;

/** Silent sessions, and those that are connected. */
class StompSessionsTest {
    private static final long SECOND = 1_000_000_000L;

    private final StompSessions sessions = new StompSessions(2);

    private static WebSocketSession session(String id) {
        WebSocketSession session = mock(WebSocketSession.class);
        when(session.getId()).thenReturn(id);
        return session;
    }

    @Test
    void aSessionThatDoesNotConnectWithinTenSecondsIsLate() {
        WebSocketSession silent = session("silent");
        sessions.open(silent, "a", 5 * SECOND);
        sessions.open(session("good"), "a", 5 * SECOND);
        assertThat(sessions.connect("good")).isTrue();

        assertThat(sessions.late(15 * SECOND - 1)).isEmpty();
        assertThat(sessions.late(15 * SECOND)).containsExactly(silent);
    }

    @Test
    void atMostFiftySessionsAreSilent() {
        for (int i = 0; i < 50; i++) {
            assertThat(sessions.open(session("s" + i), "address-" + i / 10, 0)).isTrue();
        }
        assertThat(sessions.open(session("s50"), "other", 0)).isFalse();

        sessions.closed("s0");

        assertThat(sessions.open(session("s50"), "other", 0)).isTrue();
    }

    @Test
    void oneAddressHasAtMostTenSilentSessions() {
        for (int i = 0; i < 10; i++) {
            assertThat(sessions.open(session("s" + i), "a", 0)).isTrue();
        }
        assertThat(sessions.hasRoom("a")).isFalse();
        assertThat(sessions.open(session("s10"), "a", 0)).isFalse();
        assertThat(sessions.open(session("other"), "b", 0)).isTrue();

        assertThat(sessions.connect("s0")).isTrue();

        assertThat(sessions.open(session("s10"), "a", 0)).isTrue();
    }

    @Test
    void onlyConnectedSessionsCountAsClients() {
        for (int i = 0; i < 3; i++) {
            sessions.open(session("s" + i), "a", 0);
        }
        assertThat(sessions.connected()).isZero();

        assertThat(sessions.connect("s0")).isTrue();
        assertThat(sessions.connect("s1")).isTrue();
        assertThat(sessions.connect("s2")).isFalse();
        assertThat(sessions.hasRoom("a")).isFalse();
        sessions.closed("s0");
        assertThat(sessions.connect("s2")).isTrue();
    }
}
