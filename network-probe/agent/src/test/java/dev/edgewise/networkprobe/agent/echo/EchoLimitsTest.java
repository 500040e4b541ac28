package dev.edgewise.networkprobe.agent.echo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rate limits: 200 at once from one source, 500 at once in all, as in {@link SourceRateLimits#ofAgent}. */
class EchoLimitsTest {
    private static final String KEY = "00112233445566778899aabbccddeeff";
    private static final String NEXT = "ffeeddccbbaa99887766554433221100";

    private static final EchoTarget HERE = EchoTarget.of("b");
    private static final EchoTarget ELSEWHERE = EchoTarget.of("c");

    private final EchoKeys keys = new EchoKeys();
    private final EchoLimits limits = EchoLimits.ofAgent(keys, HERE, 1, 0);

    private static InetAddress ip(int host) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {10, 0, (byte) (host >> 8), (byte) host});
    }

    private static EchoRequestSigner agent(long id, String key) {
        EchoKeys own = new EchoKeys();
        own.use(key);
        return new EchoRequestSigner(id, own);
    }

    private int admitted(EchoRequestSigner agent, InetAddress source, int asked) {
        return (int) IntStream.range(0, asked)
                .filter(i -> limits.admits(agent.request(HERE, i, 7), source, 0))
                .count();
    }

    @Test
    void strangersFromEverywhereLeaveAgentsTheirShare() throws UnknownHostException {
        keys.use(KEY);
        EchoRequestSigner stranger = agent(1, "");
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
        EchoPacket request = agent(1, KEY).request(HERE, 2, 3);
        assertThat(keys.isSigned(request, HERE)).isFalse();
        keys.use(KEY);
        assertThat(keys.isSigned(request, HERE)).isTrue();
        keys.use(NEXT);
        keys.use(NEXT);
        assertThat(keys.isSigned(request, HERE)).isTrue();
        assertThat(keys.isSigned(agent(1, NEXT).request(HERE, 2, 3), HERE)).isTrue();
        keys.use("");
        assertThat(keys.isSigned(request, HERE)).isFalse();
    }

    @Test
    void aSignatureIsOfOneRequestOnly() {
        keys.use(KEY);
        EchoPacket request = agent(1, KEY).request(HERE, 2, 3);
        assertThat(keys.isSigned(EchoPacket.request(1, 2, 3), HERE)).isFalse();
        assertThat(keys.isSigned(EchoPacket.request(9, 2, 3).signed(request.signature()), HERE))
                .isFalse();
        assertThat(keys.isSigned(EchoPacket.request(1, 9, 3).signed(request.signature()), HERE))
                .isFalse();
        assertThat(keys.isSigned(EchoPacket.request(1, 2, 9).signed(request.signature()), HERE))
                .isFalse();
    }

    private int admitted(EchoPacket captured, int host, int times) throws UnknownHostException {
        InetAddress source = ip(host);
        return (int) IntStream.range(0, times)
                .filter(i -> limits.admits(captured, source, 0))
                .count();
    }

    /**
     * The listener sends what five agents sent to another node, from an address for each: more than all agents' share.
     */
    @Test
    void aRequestToAnotherNodeCountsAsAStrangers() throws UnknownHostException {
        keys.use(KEY);
        assertThat(keys.isSigned(agent(1, KEY).request(ELSEWHERE, 2, 3), HERE)).isFalse();
        int answered = 0;
        for (int session = 1; session <= 5; session++) {
            EchoRequestSigner heard = agent(session, KEY);
            for (int i = 0; i < 200; i++) {
                answered += admitted(heard.request(ELSEWHERE, i, 7), session, 1);
            }
        }
        assertThat(answered).as("the burst of all strangers").isEqualTo(500);
        assertThat(admitted(agent(6, KEY), ip(6), 1_000)).isEqualTo(200);
    }

    /** The first of each of five requests is the agent's own: 5 of the agents' burst of 500, and 500 of strangers. */
    @Test
    void aReplayCountsAsAStrangers() throws UnknownHostException {
        keys.use(KEY);
        int answered = 0;
        for (int session = 1; session <= 5; session++) {
            answered += admitted(agent(session, KEY).request(HERE, 9, 7), session, 201);
        }
        assertThat(answered).isEqualTo(505);
        assertThat(admitted(agent(6, KEY), ip(6), 1_000)).isEqualTo(200);
        assertThat(admitted(agent(7, KEY), ip(6), 1_000)).isEqualTo(200);
    }
}
