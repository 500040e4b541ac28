package dev.edgewise.networkprobe.agent.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EchoPacketTest {
    /** "EDGW", version 1, request, 2 zeros; session 0x1122…88, sequence 258, sent at 3, no hold, 8 zeros. */
    private static final String REQUEST = "45444757" + "01" + "01" + "0000" + "1122334455667788" + "0000000000000102"
            + "0000000000000003" + "0000000000000000" + "0000000000000000";

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }

    private static String hex(EchoPacket packet) {
        ByteBuffer buffer = ByteBuffer.allocate(EchoPacket.BYTES);
        packet.encode(buffer);
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void hasAFixedForm() {
        EchoPacket request = EchoPacket.request(0x1122334455667788L, 258, 3);
        assertThat(hex(request)).isEqualTo(REQUEST).hasSize(96);
        assertThat(EchoPacket.decode(bytes(REQUEST))).isEqualTo(request);
    }

    @Test
    void aReplyIsAsLongAsItsRequestAndSaysHowLongItWasHeld() {
        String reply = hex(EchoPacket.request(0x1122334455667788L, 258, 3).answeredAfter(0x1000, false));
        assertThat(reply)
                .isEqualTo("45444757" + "01" + "02" + "0000" + "1122334455667788" + "0000000000000102"
                        + "0000000000000003" + "0000000000001000" + "0000000000000000");
        assertThat(EchoPacket.decode(bytes(reply)))
                .isEqualTo(new EchoPacket(true, false, 0x1122334455667788L, 258, 3, 0x1000));
    }

    @Test
    void aLateReplySaysSoInItsFlags() {
        EchoPacket late = EchoPacket.request(1, 2, 3).answeredAfter(4, true);
        assertThat(hex(late)).startsWith("45444757" + "01" + "02" + "0001");
        assertThat(EchoPacket.decode(bytes(hex(late)))).isEqualTo(late);
        assertThat(EchoPacket.decode(bytes(hex(late).replaceFirst("020001", "020002"))))
                .isNull();
    }

    @Test
    void timeThatRunsBackIsNoTime() {
        assertThat(EchoPacket.request(1, 2, 3).answeredAfter(-1, false).holdNanos())
                .isZero();
        assertThatThrownBy(() -> new EchoPacket(true, false, 1, 2, 3, -1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> new EchoPacket(false, false, 1, 2, 3, 1)).hasMessageContaining("hold time is 1");
    }

    @ParameterizedTest
    @CsvSource({"0, 46", "4, 02", "5, 00", "5, 03", "6, 01", "7, 01", "32, 01", "39, 01"})
    void oneWrongByteMakesItNoPacket(int at, String value) {
        String wrong = REQUEST.substring(0, at * 2) + value + REQUEST.substring(at * 2 + 2);
        assertThat(EchoPacket.decode(bytes(wrong))).isNull();
    }

    @Test
    void aSignatureIsTheLastEightBytesOfARequestAndOfNoReply() {
        String signed = REQUEST.substring(0, 80) + "8000000000000001";
        assertThat(EchoPacket.decode(bytes(signed)))
                .isEqualTo(EchoPacket.request(0x1122334455667788L, 258, 3).signed(0x8000000000000001L));
        String reply = hex(EchoPacket.request(1, 2, 3).signed(9).answeredAfter(4, false));
        assertThat(reply).hasSize(96).endsWith("0000000000000000");
        assertThat(EchoPacket.decode(bytes(reply.substring(0, 95) + "1"))).isNull();
        assertThatThrownBy(() -> new EchoPacket(true, false, 1, 2, 3, 4, 5)).hasMessageContaining("a reply is signed");
    }

    @Test
    void aReplyWithANegativeHoldTimeIsNone() {
        String reply = hex(new EchoPacket(true, false, 1, 2, 3, 4)).replace("0000000000000004", "8000000000000000");
        assertThat(EchoPacket.decode(bytes(reply))).isNull();
    }

    @Test
    void neitherLessNorMoreIsAPacket() {
        assertThat(EchoPacket.decode(bytes(REQUEST.substring(2)))).isNull();
        assertThat(EchoPacket.decode(bytes(REQUEST + "00"))).isNull();
        assertThat(EchoPacket.decode(bytes(""))).isNull();
    }

    @Property(tries = 2000, seed = "7")
    void whatIsDecodedIsWhatWasEncoded(
            @ForAll boolean reply,
            @ForAll boolean late,
            @ForAll long session,
            @ForAll long sequence,
            @ForAll long sent,
            @ForAll long hold) {
        EchoPacket packet =
                new EchoPacket(reply, late && reply, session, sequence, sent, reply ? hold & Long.MAX_VALUE : 0);
        assertThat(EchoPacket.decode(bytes(hex(packet)))).isEqualTo(packet);
    }

    @Property(tries = 5000, seed = "8")
    void anyBytesAreAPacketOrNone(@ForAll @Size(max = 60) byte[] tail, @ForAll boolean plausible) {
        ByteBuffer buffer = ByteBuffer.allocate(100);
        if (plausible) {
            buffer.putInt(0x45444757).put((byte) 1).put((byte) (tail.length & 3));
        }
        EchoPacket packet = EchoPacket.decode(buffer.put(tail).flip());
        assertThat(packet == null || buffer.limit() == EchoPacket.BYTES).isTrue();
    }
}
