package dev.edgewise.networkprobe.agent.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.agent.probe.Peer;
import dev.edgewise.networkprobe.protocol.PeerAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerAddressResolverTest {
    private final Map<String, String> dns = new HashMap<>();
    private final List<String> faults = new ArrayList<>();
    private long now = 5;
    private int lookups;
    private final PeerAddressResolver addresses = new PeerAddressResolver(false, this::lookUp, () -> now, faults::add);

    private InetAddress lookUp(String name) throws UnknownHostException {
        lookups++;
        String address = dns.get(name);
        if (address == null) {
            throw new UnknownHostException(name);
        }
        return InetAddress.getByName(address);
    }

    private String find(String name) {
        InetAddress found = addresses.find(name);
        return found == null ? "unknown" : found.getHostAddress();
    }

    private void after(long seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
        addresses.lookUpDue();
    }

    @Test
    void anAddressNeedsNoLookup() {
        assertThat(find("10.1.2.3")).isEqualTo("10.1.2.3");
        assertThat(find("2001:db8::7")).isEqualTo("2001:db8:0:0:0:0:0:7");
        after(60);
        assertThat(lookups).isZero();
    }

    @Test
    void aPeerWithAnUnknownAddressIsLeftOutAndNamed() throws UnknownHostException {
        List<PeerAddress> peers = List.of(new PeerAddress("b", ":::", 1), new PeerAddress("c", "10.0.0.1", 2));
        assertThat(addresses.locate(peers)).containsExactly(new Peer("c", new InetSocketAddress("10.0.0.1", 2)));
        assertThat(faults).containsExactly("Ignored a peer without a valid IP address; address=:::");
    }

    @Test
    void aNameIsKnownOnceItWasLookedUp() {
        dns.put("edge-1.example", "10.0.0.1");
        assertThat(find("edge-1.example")).isEqualTo("unknown");
        after(0);
        assertThat(addresses.takeChange()).isTrue();
        assertThat(addresses.takeChange()).isFalse();
        assertThat(find("edge-1.example")).isEqualTo("10.0.0.1");
    }

    @Test
    void aNameThatMovedIsFoundWithinAMinute() {
        dns.put("edge-1.example", "10.0.0.1");
        find("edge-1.example");
        after(0);
        addresses.takeChange();
        dns.put("edge-1.example", "10.0.0.2");
        after(59);
        assertThat(addresses.takeChange()).isFalse();
        after(1);
        assertThat(addresses.takeChange()).isTrue();
        assertThat(find("edge-1.example")).isEqualTo("10.0.0.2");
    }

    @Test
    void aNameThatIsNotKnownIsTriedAgainAndNamedOnce() {
        find("edge-1.example");
        after(0);
        after(10);
        assertThat(lookups).isEqualTo(2);
        assertThat(faults)
                .containsExactly(
                        "The name of a peer cannot be looked up, retrying every 10 s; name=edge-1.example using=none"
                                + " cause=edge-1.example");
        dns.put("edge-1.example", "10.0.0.1");
        after(10);
        assertThat(find("edge-1.example")).isEqualTo("10.0.0.1");
    }

    @Test
    void whereDnsIsAwayTheLastAddressIsUsed() {
        dns.put("edge-1.example", "10.0.0.1");
        find("edge-1.example");
        after(0);
        dns.clear();
        after(60);
        assertThat(find("edge-1.example")).isEqualTo("10.0.0.1");
        assertThat(faults).singleElement().asString().contains("using=10.0.0.1 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.9.9.9",
                "::1",
                "::ffff:127.0.0.1",
                "0.0.0.0",
                "::",
                "224.0.0.1",
                "ff02::1",
                "169.254.20.10",
                "::ffff:169.254.20.10",
                "fe80::1"
            })
    void whatIsNoOtherNodesAddressIsNoPeers(String own) {
        assertThat(addresses.locate(List.of(new PeerAddress("x", own, 6970)))).isEmpty();
        assertThat(faults).containsExactly("Ignored a peer without a valid IP address; address=" + own);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "0.0.0.0", "::1", "169.254.20.10", "fe80::1"})
    void neitherIsItByAName(String own) {
        dns.put("x.example", "10.0.0.1");
        find("x.example");
        after(0);
        dns.put("x.example", own);
        after(60);
        assertThat(find("x.example")).as("the last one that was another node's").isEqualTo("10.0.0.1");
        assertThat(faults).singleElement().asString().endsWith(" is the address of no other node");
    }

    @Test
    void onOneMachineAllAreAtTheLoopback() {
        PeerAddressResolver local = new PeerAddressResolver(true, this::lookUp, () -> now, faults::add);
        assertThat(local.find("127.0.0.1")).isNotNull();
        assertThat(local.find("0.0.0.0")).isNull();
    }

    @Test
    void namesThatNobodyAsksForMakeRoom() {
        for (int i = 0; i < 600; i++) {
            find("edge-" + i + ".example");
        }
        after(0);
        assertThat(lookups).isEqualTo(512);
    }
}
