package dev.edgewise.kubernetes.autoconfigure.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.AuditLog;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.OnLeader;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ScriptedServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.method.HandlerMethod;

class ForwardInterceptorTest {
    private final ScriptedServer leader = new ScriptedServer();
    private final AnswerMemoryLimit memory = new AnswerMemoryLimit(100);
    private boolean isLeading;
    private Optional<URI> address = Optional.of(URI.create(leader.url()));
    private final ForwardInterceptor forward = new ForwardInterceptor(
            AccessGuard.OPEN, () -> isLeading, () -> address, new LeaderClient("standby-1", memory));
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    ForwardInterceptorTest() throws IOException {}

    @AfterEach
    void end() throws IOException {
        RequestContextHolder.resetRequestAttributes();
        leader.close();
    }

    static class Endpoints {
        @OnLeader
        public void ofLeader() {}

        public void ofAll() {}
    }

    private static HandlerMethod method(String name) throws NoSuchMethodException {
        return new HandlerMethod(new Endpoints(), Endpoints.class.getMethod(name));
    }

    private static MockHttpServletRequest request() {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/api/v1/plan");
        request.setQueryString("policy=zones&limit=5");
        request.addHeader("Authorization", "Bearer token-of-jane");
        request.addHeader("If-Match", "\"7\"");
        request.addHeader("Cookie", "not for the leader");
        request.setContentType("application/json");
        request.setContent("{}".getBytes(StandardCharsets.UTF_8));
        return request;
    }

    @Test
    void theLeadersAnswerIsPassedOn() throws Exception {
        leader.answer("HTTP/1.1 409 Conflict\r\nContent-Type: application/problem+json\r\nContent-Length: 11\r\n\r\n"
                + "{\"a\":\"why\"}");

        assertThat(forward.preHandle(request(), response, method("ofLeader"))).isFalse();

        assertThat(response.getStatus()).isEqualTo(409);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        assertThat(response.getContentAsString()).isEqualTo("{\"a\":\"why\"}");
        assertThat(memory.free()).as("given back").isEqualTo(100);
        assertThat(leader.requests).hasSize(1);
        assertThat(leader.requests.get(0))
                .startsWith("POST /api/v1/plan?policy=zones&limit=5 HTTP/1.1")
                .contains("Authorization: Bearer token-of-jane", "Edgewise-Forwarded-By: standby-1")
                .contains("If-Match: \"7\"")
                .doesNotContain("Cookie")
                .endsWith("\n\n{}");
    }

    @Test
    void whatThisReplicaCanAnswerStaysHere() throws Exception {
        assertThat(forward.preHandle(request(), response, method("ofAll"))).isTrue();

        MockHttpServletRequest forwarded = request();
        forwarded.addHeader("Edgewise-Forwarded-By", "another");
        assertThat(forward.preHandle(forwarded, response, method("ofLeader")))
                .as("not forwarded twice")
                .isTrue();

        address = Optional.empty();
        assertThat(forward.preHandle(request(), response, method("ofLeader")))
                .as("nobody leads")
                .isTrue();

        address = Optional.of(URI.create(leader.url()));
        isLeading = true;
        assertThat(forward.preHandle(request(), response, method("ofLeader"))).isTrue();
        assertThat(leader.requests).isEmpty();
    }

    @Test
    void aLeaderThatDoesNotAnswerIsNamed() {
        int port = FreePorts.find();
        address = Optional.of(URI.create("http://127.0.0.1:" + port));
        assertThatThrownBy(() -> forward.preHandle(request(), response, method("ofLeader")))
                .isInstanceOf(BusyException.class)
                .hasMessageStartingWith(
                        "This replica stands by, and the leader at 127.0.0.1:" + port + " does not answer: ");
    }

    /** A leader that hangs up may have made the change, and has not logged it. */
    @Test
    void onlyACallThatTheLeaderAnsweredIsLeftOutOfTheAuditLog() throws Exception {
        MockHttpServletRequest unanswered = served();
        leader.answer(ScriptedServer.HANG_UP);
        assertThatThrownBy(() -> forward.preHandle(unanswered, response, method("ofLeader")))
                .isInstanceOf(LeaderUnreachableException.class);
        assertThat(isLeftOut(unanswered)).isFalse();

        MockHttpServletRequest answered = served();
        leader.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
        forward.preHandle(answered, response, method("ofLeader"));
        assertThat(isLeftOut(answered)).isTrue();
    }

    /** Returns a request that this thread serves from now on. */
    private static MockHttpServletRequest served() {
        MockHttpServletRequest request = request();
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
        return request;
    }

    private static boolean isLeftOut(MockHttpServletRequest request) {
        return request.getAttribute(AuditLog.class.getName() + ".leftOut") != null;
    }

    /** Limits held responses: of 100 bytes 20 are held for others, so that 80 fit, and 81 do not. */
    @Test
    void answersAreHeldUpToALimitForAllCallsTogether() throws Exception {
        assertThat(memory.take(20)).isTrue();
        leader.answer("HTTP/1.1 200 OK\r\nContent-Length: 80\r\n\r\n" + "x".repeat(80));
        forward.preHandle(request(), response, method("ofLeader"));
        assertThat(response.getContentAsString()).hasSize(80);

        leader.answer("HTTP/1.1 200 OK\r\nContent-Length: 81\r\n\r\n" + "x".repeat(81));
        assertThatThrownBy(() -> forward.preHandle(request(), new MockHttpServletResponse(), method("ofLeader")))
                .isInstanceOf(BusyException.class)
                .hasMessage("This replica stands by and holds as much of the leader's answers as it may: 100 bytes");
        assertThat(memory.free()).isEqualTo(80);
    }

    @Test
    void oneCallerLeavesTurnsToOthers() {
        ForwardLimits turns = new ForwardLimits();
        assertThatThrownBy(() -> nested(turns, "jane", 5))
                .isInstanceOf(BusyException.class)
                .hasMessage("4 calls of this caller are being forwarded to the leader");
        assertThat(nested(turns, "jane", 4)).as("all were given back").isEqualTo("joe's answer");
    }

    private static String nested(ForwardLimits turns, String caller, int depth) {
        return depth == 0
                ? turns.take("joe", () -> "joe's answer")
                : turns.take(caller, () -> nested(turns, caller, depth - 1));
    }

    @Test
    void onlyAddressesOfHttpAreTakenFromALease() {
        assertThat(AdvertisedAddress.parse("http://10.0.0.1:8080")).isPresent();
        assertThat(AdvertisedAddress.parse("http://[fd00::1]:8080")).isPresent();
        assertThat(AdvertisedAddress.parse("https://10.0.0.1:8443")).isEmpty();
        assertThat(AdvertisedAddress.parse("file:///etc/passwd")).isEmpty();
        assertThat(AdvertisedAddress.parse("http://10.0.0.1")).isEmpty();
        assertThat(AdvertisedAddress.parse("no address")).isEmpty();
        assertThat(AdvertisedAddress.parse("")).isEmpty();
    }
}
