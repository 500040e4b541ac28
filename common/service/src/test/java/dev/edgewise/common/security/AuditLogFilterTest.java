package dev.edgewise.common.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;

@ExtendWith(OutputCaptureExtension.class)
class AuditLogFilterTest {
    private static final String LINE = "user=jane method=PUT path=/api/v1/things/a status=";

    private final AuditLogFilter filter = new AuditLogFilter(true);

    static class Endpoints {
        @RequiresPermission(verb = "update", resource = "things")
        public void change() {}

        @ChecksCallerItself(by = "update things in the namespace")
        public void changeInNamespace() {}

        @ChecksCallerItself(by = "a token of the agent")
        @NotAudited(because = "agents report each round")
        public void report() {}

        public void open() {}
    }

    @AfterEach
    void reset() {
        RequestContextHolder.resetRequestAttributes();
    }

    private static MockHttpServletRequest request(String method, String handler) {
        MockHttpServletRequest request = new MockHttpServletRequest(method, "/api/v1/things/a");
        request.setAsyncSupported(true);
        try {
            request.setAttribute(
                    HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE,
                    new HandlerMethod(new Endpoints(), Endpoints.class.getMethod(handler)));
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(e);
        }
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
        return request;
    }

    private static TokenUser user(String name) {
        return new TokenUser(name, "7", List.of(), Map.of());
    }

    /** Serves the request as jane's. */
    private void serve(HttpServletRequest request, int status) throws ServletException, IOException {
        MockHttpServletResponse response = new MockHttpServletResponse();
        filter.doFilter(request, response, (served, answer) -> {
            AuditLog.remember(user("jane"));
            response.setStatus(status);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "200, INFO, Changed by REST",
        "202, INFO, Changed by REST",
        "204, INFO, Changed by REST",
        "403, WARN, Refused a change by REST",
        "409, INFO, A change by REST failed",
        "422, INFO, A change by REST failed",
        "503, INFO, A change by REST failed"
    })
    void aChangeIsLoggedWithItsCallerAndAnswer(int status, String level, String what, CapturedOutput output)
            throws Exception {
        serve(request("PUT", "change"), status);

        assertThat(output.getOut().lines().filter(line -> line.contains("user=")))
                .singleElement()
                .asString()
                .contains(level)
                .endsWith(what + "; " + LINE + status);
    }

    @Test
    void aMethodThatChecksItsCallerItselfIsLogged(CapturedOutput output) throws Exception {
        serve(request("PUT", "changeInNamespace"), 200);
        assertThat(output).contains("Changed by REST; " + LINE + 200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS"})
    void readsAreNotLogged(String method, CapturedOutput output) throws Exception {
        serve(request(method, "change"), 403);
        assertThat(output).doesNotContain("by REST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "open"})
    void reportsAndMethodsOutsideOfTheInterfaceAreNotLogged(String handler, CapturedOutput output) throws Exception {
        serve(request("PUT", handler), 200);
        assertThat(output).doesNotContain("by REST");
    }

    /** 400: a parameter that is read before the token. 503: the token cannot be reviewed now. */
    @ParameterizedTest
    @ValueSource(ints = {200, 400, 403, 503})
    void callsOfStrangersAreNotLogged(int status, CapturedOutput output) throws Exception {
        MockHttpServletResponse response = new MockHttpServletResponse();
        filter.doFilter(request("PUT", "change"), response, (served, answer) -> response.setStatus(status));
        assertThat(output).doesNotContain("by REST");
    }

    /** 401: anyone could fill the log. 304: a delete that found nothing. */
    @ParameterizedTest
    @ValueSource(ints = {401, 304})
    void callsWithoutAUserAndWithoutAnEffectAreNotLogged(int status, CapturedOutput output) throws Exception {
        serve(request("PUT", "change"), status);
        assertThat(output).doesNotContain("by REST");
    }

    @Test
    void aCallThatIsLeftOutIsNotLogged(CapturedOutput output) throws Exception {
        MockHttpServletRequest request = request("PUT", "change");
        AuditLog.leaveOut();
        serve(request, 200);
        assertThat(output).doesNotContain("by REST");
    }

    @Test
    void aCallWhoseBodyIsAwaitedIsLoggedWhenItIsServedAgain(CapturedOutput output) throws Exception {
        MockHttpServletRequest request = request("PUT", "change");
        filter.doFilter(request, new MockHttpServletResponse(), (served, answer) -> {
            AuditLog.remember(user("jane"));
            served.startAsync();
        });
        assertThat(output).as("awaited").doesNotContain("by REST");

        request.setAsyncStarted(false);
        serve(request, 200);
        assertThat(output.getOut().split("by REST", -1)).as("logged once").hasSize(2);
    }

    @Test
    void aCallThatEndsByAnExceptionHasFailed(CapturedOutput output) {
        MockHttpServletRequest request = request("PUT", "change");
        AuditLog.remember(user("jane"));
        assertThatThrownBy(() -> filter.doFilter(request, new MockHttpServletResponse(), (served, answer) -> {
                    throw new ServletException("a bug");
                }))
                .hasMessage("a bug");
        assertThat(output).contains("A change by REST failed; " + LINE + 500);
    }

    @Test
    void withoutAuthenticationTheUserIsAnonymous(CapturedOutput output) throws Exception {
        AuditLogFilter open = new AuditLogFilter(false);
        open.doFilter(request("PUT", "change"), new MockHttpServletResponse(), (served, answer) -> {});
        assertThat(output).contains("Changed by REST; user=anonymous method=PUT path=/api/v1/things/a status=200");
    }

    /** 256 characters of the path, 14 of which are its beginning, then an ellipsis. */
    @Test
    void namesCannotForgeFieldsOrLinesAndAreShortened(CapturedOutput output) throws Exception {
        MockHttpServletRequest request = request("PUT", "change");
        request.setRequestURI("/api/v1/things" + "x".repeat(1000));
        filter.doFilter(
                request,
                new MockHttpServletResponse(),
                (served, answer) -> AuditLog.remember(user("eve method=GET\npath=/\u2028é")));
        assertThat(output)
                .contains("Changed by REST; user=eve_method=GET_path=/_é method=PUT path=/api/v1/things"
                        + "x".repeat(242) + "… status=200");
    }

    @Test
    void aThreadThatServesNoCallHasNoneToRemember() {
        RequestContextHolder.resetRequestAttributes();
        AuditLog.remember(user("jane"));
        AuditLog.leaveOut();
        assertThat(RequestContextHolder.getRequestAttributes()).isNull();
    }
}
