package dev.edgewise.common.security;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class ProxiedAuthorizationTest {
    private final MockHttpServletRequest request = new MockHttpServletRequest("GET", "/api/v1/energy");

    @Test
    void isTheAuthorizationOfARequestThatHasNone() throws Exception {
        request.addHeader("Edgewise-Authorization", "Bearer t");

        HttpServletRequest seen = filtered();

        assertThat(seen.getHeader("authorization")).isEqualTo("Bearer t");
        assertThat(Collections.list(seen.getHeaders("Authorization"))).containsExactly("Bearer t");
        assertThat(Collections.list(seen.getHeaderNames())).contains("Authorization");
    }

    @Test
    void leavesAnAuthorizationThatIsThere() throws Exception {
        request.addHeader("Edgewise-Authorization", "Bearer other");
        request.addHeader("Authorization", "Bearer own");

        assertThat(filtered().getHeader("Authorization")).isEqualTo("Bearer own");
    }

    @Test
    void addsNothingToARequestWithoutEither() throws Exception {
        assertThat(filtered()).isSameAs(request);
    }

    private HttpServletRequest filtered() throws Exception {
        MockFilterChain chain = new MockFilterChain();
        new ProxiedAuthorization().doFilter(request, new MockHttpServletResponse(), chain);
        return (HttpServletRequest) Objects.requireNonNull(chain.getRequest());
    }
}
