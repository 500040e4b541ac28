package dev.edgewise.kubernetes.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoProxyTest {
    @ParameterizedTest
    @CsvSource({
        "*,               api.example,      true",
        "example,         api.example,      true",
        "example,         example,          true",
        "EXAMPLE,         api.example,      true",
        "example,         badexample,       false",
        ".example,        api.example,      true",
        ".example,        example,          false",
        "*.example,       api.example,      true",
        "api.example:443, api.example,      true",
        "api.example:80,  api.example,      false",
        "10.96.0.1,       10.96.0.1,        true",
        "10.96.0.1:443,   10.96.0.1,        true",
        "10.96.0.1:6443,  10.96.0.1,        false",
        "10.96.0.0/12,    10.96.0.1,        true",
        "10.96.0.0/12,    10.111.255.255,   true",
        "10.96.0.0/12,    10.112.0.0,       false",
        "10.96.0.0/12,    api.example,      false",
        "0.0.0.0/0,       10.96.0.1,        true",
        "0.0.0.0/0,       fd00::1,          false",
        "10.96.0.0/33,    10.96.0.1,        false",
        "10.96.0.0/x,     10.96.0.1,        false",
        "fd00::/8,        fd12::1,          true",
        "fd00::1,         fd00:0:0::1,      true",
        "[fd00::1]:443,   fd00::1,          true",
        "[fd00::1]:80,    fd00::1,          false",
        "'',              api.example,      false",
        "0.1,             10.96.0.1,        false",
    })
    void exemptsWhatClientGoExempts(String entry, String host, boolean exempt) {
        assertThat(NoProxy.exempts(host, 443, new String[] {" " + entry + " "})).isEqualTo(exempt);
    }
}
