package dev.edgewise.global.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.edgewise.common.web.InvalidInputException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressRulesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.0.0.1",
                "10.255.255.255",
                "100.64.0.1",
                "127.0.0.1",
                "127.255.0.1",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.1",
                "192.168.1.1",
                "198.18.0.1",
                "198.19.255.255",
                "224.0.0.1",
                "239.1.2.3",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:10.0.0.1",
                "::ffff:169.254.169.254",
                "::10.0.0.1",
                "fe80::1",
                "fec0::1",
                "fc00::1",
                "fd00:ec2::254",
                "ff02::1",
                "64:ff9b::a00:1",
                "2001::1",
                "2001:db8::1",
                "2002:a00:1::1",
                "3fff::1"
            })
    void refusesAddressesThatAreNotPublic(String address) throws Exception {
        assertThat(PublicAddressRules.isPublic(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "2606:4700::1111",
                "2001:4860:4860::8888",
                "::ffff:1.1.1.1"
            })
    void admitsPublicOnes(String address) throws Exception {
        assertThat(PublicAddressRules.isPublic(InetAddress.getByName(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest", "http://127.1/", "http://2130706433/", "http://[::1]:80/",
                "http://[::ffff:10.0.0.1]/", "https://localhost/", "http://a.localhost./x", "http://1.2.3.4.5/"
            })
    void refusesSuchUrlsWhenTheyAreSubmitted(String url) {
        CallbackTargets targets = new CallbackTargets(List.of(), InetAddress::getAllByName);

        assertThatThrownBy(() -> targets.requireAllowed("callback.url", url))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("callback.url is " + url)
                .hasMessageContaining("edgewise.global.callback.allowed-hosts");
    }

    /** No name is looked up when a request is submitted. */
    @Test
    void admitsNamesUntilTheyAreCalled() {
        CallbackTargets targets = new CallbackTargets(List.of(), host -> {
            throw new AssertionError("was looked up: " + host);
        });

        assertThatCode(() -> targets.requireAllowed("callback.url", "https://hooks.example.org/x"))
                .doesNotThrowAnyException();
        assertThatCode(() -> targets.requireAllowed("callback.url", "http://93.184.216.34/x"))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesAHostIfOneOfItsAddressesIsInside() throws Exception {
        InetAddress[] both = {InetAddress.getByName("1.1.1.1"), InetAddress.getByName("10.0.0.9")};
        CallbackTargets targets = new CallbackTargets(List.of(), host -> both);

        assertThatThrownBy(() -> targets.resolve(URI.create("https://hooks.example.org/")))
                .isInstanceOf(UndeliverableException.class)
                .hasMessage(
                        "the host of callback.url is hooks.example.org: it must be a host with public addresses, or one that "
                                + "edgewise.global.callback.allowed-hosts names");
    }

    /** Otherwise a tenant could ask which names there are in the private network. */
    @Test
    void aNameThatDoesNotExistIsAnsweredAsOneThatIsInside() throws Exception {
        InetAddress[] inside = {InetAddress.getByName("10.0.0.9")};
        CallbackTargets targets = new CallbackTargets(List.of(), host -> {
            if (host.startsWith("absent")) {
                throw new UnknownHostException(host);
            }
            return inside;
        });
        String absent = catchThrowable(() -> targets.resolve(URI.create("https://absent.svc/")))
                .getMessage();
        String present = catchThrowable(() -> targets.resolve(URI.create("https://db.svc/")))
                .getMessage();

        assertThat(absent.replace("absent.svc", "X")).isEqualTo(present.replace("db.svc", "X"));
    }

    @Test
    void admitsHostsThatTheSettingNames() throws Exception {
        InetAddress[] inside = {InetAddress.getByName("10.0.0.9")};
        CallbackTargets targets = new CallbackTargets(List.of("hooks.internal", "*.apps.svc"), host -> inside);

        assertThat(targets.resolve(URI.create("http://HOOKS.internal./x"))).isEqualTo(inside[0]);
        assertThat(targets.resolve(URI.create("http://a.apps.svc/x"))).isEqualTo(inside[0]);
        assertThatThrownBy(() -> targets.resolve(URI.create("http://evilapps.svc/")))
                .isInstanceOf(UndeliverableException.class);
        assertThatThrownBy(() -> targets.resolve(URI.create("http://a.hooks.internal/")))
                .isInstanceOf(UndeliverableException.class);
    }
}
