package dev.edgewise.networkprobe.agent.echo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rate limits: 200 at once from one source, 500 at once in all, as in {@link SourceLimits#ofAgent}. */
class EchoLimitsTest {
    private static final String KEY = "00112233445566778899aabbccddeeff";
    private static final String NEXT = "ffeeddccbbaa99887766554433221100";

    private final EchoKeys keys = new EchoKeys();
    private final EchoLimits limits = EchoLimits.ofAgent(keys, 1, 0);

    private static InetAddress ip(int host) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {10, 0, (byte) (host >> 8), (byte) host});
    }

    private static EchoSession agent(long id, String key) {
        EchoKeys own = new EchoKeys();
        own.use(key);
        return new EchoSession(id, own);
    }

    private int admitted(EchoSession agent, InetAddress source, int asked) {
        return (int) IntStream.range(0, asked)
                .filter(i -> limits.admits(agent.request(i, 7), source, 0))
                .count();
    }

    @Test
    void strangersFromEverywhereLeaveAgentsTheirShare() throws UnknownHostException {
        keys.use(KEY);
        EchoSession stranger = agent(1, "");
        int strangers = 0;
        for (int host = 0; host < 2_000; host++) {
            strangers += admitted(stranger, ip(host), 1);
        }
        assertThat(strangers).isEqualTo(500);
        assertThat(admitted(agent(2, KEY), ip(1), 1_000)).isEqualTo(200);
    }

    @Test
    void agentsBehindOneAddressHaveAShareEach() throws UnknownHostException {
        keys.use(KEY);
        assertThat(admitted(agent(1, KEY), ip(1), 1_000)).isEqualTo(200);
        assertThat(admitted(agent(2, KEY), ip(1), 1_000)).isEqualTo(200);
    }

    @Test
    void connectionsHaveALimitOfTheirOwn() throws UnknownHostException {
        admitted(agent(1, ""), ip(1), 1_000);
        assertThat(limits.admitsConnection(ip(1), 0)).isTrue();
    }

    @Test
    void aRequestSignedByTheKeyBeforeTheLastChangeCounts() {
        EchoPacket request = agent(1, KEY).request(2, 3);
        assertThat(keys.isSigned(request)).isFalse();
        keys.use(KEY);
        assertThat(keys.isSigned(request)).isTrue();
        keys.use(NEXT);
        keys.use(NEXT);
        assertThat(keys.isSigned(request)).isTrue();
        assertThat(keys.isSigned(agent(1, NEXT).request(2, 3))).isTrue();
        keys.use("");
        assertThat(keys.isSigned(request)).isFalse();
    }

    @Test
    void aSignatureIsOfOneRequestOnly() {
        keys.use(KEY);
        EchoPacket request = agent(1, KEY).request(2, 3);
        assertThat(keys.isSigned(EchoPacket.request(1, 2, 3))).isFalse();
        assertThat(keys.isSigned(EchoPacket.request(9, 2, 3).signed(request.signature())))
                .isFalse();
        assertThat(keys.isSigned(EchoPacket.request(1, 9, 3).signed(request.signature())))
                .isFalse();
        assertThat(keys.isSigned(EchoPacket.request(1, 2, 9).signed(request.signature())))
                .isFalse();
    }
}
