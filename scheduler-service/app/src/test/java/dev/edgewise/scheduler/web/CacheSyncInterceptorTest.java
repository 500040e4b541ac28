package dev.edgewise.scheduler.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.Problems;
import org.junit.jupiter.api.Test;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class CacheSyncInterceptorTest {
    private boolean synced;
    private final CacheSyncInterceptor interceptor = new CacheSyncInterceptor(() -> synced);

    private boolean lets() {
        return interceptor.preHandle(new MockHttpServletRequest(), new MockHttpServletResponse(), this);
    }

    @Test
    void untilTheClusterHasBeenReadCallersAreAskedToComeAgain() {
        ResponseEntity<ProblemDetail> answer = Problems.of(catchThrowableOfType(BusyException.class, this::lets));
        assertThat(answer.getStatusCode().value()).isEqualTo(503);
        assertThat(answer.getHeaders().getFirst("Retry-After")).isEqualTo("1");
        assertThat(answer.getBody().getDetail())
                .isEqualTo("The cluster has not been read completely yet; try again in 1 s");

        synced = true;
        assertThat(lets()).isTrue();
    }
}
