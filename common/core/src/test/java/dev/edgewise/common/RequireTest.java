package dev.edgewise.common;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequireTest {
    private static void check(String url) {
        Require.httpUrl("probe.url", URI.create(url), "http://probe:8080");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://probe", "https://probe.edge:1", "http://[::1]:65535/path"})
    void aUrlIsHttpOrHttps(String url) {
        assertThatCode(() -> check(url)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "probe:8080 | an http or https URL, such as http://probe:8080",
                "ftp://probe | an http or https URL, such as http://probe:8080",
                "http:/probe | an http or https URL, such as http://probe:8080",
                "http://a_b:80 | an http or https URL, such as http://probe:8080",
                "http://probe:0 | with a port from 1 to 65535",
                "https://probe:65536 | with a port from 1 to 65535",
            })
    void anotherOneIsNamed(String url, String allowed) {
        assertThatThrownBy(() -> check(url)).hasMessage("probe.url is " + url + ": it must be " + allowed);
    }

    /** An underscore makes it an authority without a host for Java, which has no user then. */
    @ParameterizedTest
    @ValueSource(strings = {"probe:80", "a_b:80"})
    void aPasswordIsNotShown(String address) {
        assertThatThrownBy(() -> check("http://jane:p@ss@" + address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("probe.url is http://***@" + address + ": it must be without user and password")
                .hasMessageNotContaining("jane");
    }

    @Test
    void aUserWithoutAPasswordIsRefusedToo() {
        assertThatThrownBy(() -> check("http://jane@probe")).hasMessageContaining("without user and password");
    }
}
