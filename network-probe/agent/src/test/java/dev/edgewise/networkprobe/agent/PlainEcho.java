package dev.edgewise.networkprobe.agent;

import dev.edgewise.networkprobe.agent.echo.EchoPacket;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.nio.ByteBuffer;
import java.util.Objects;

/** The echo as another implementation would write it: it answers until its socket is closed. */
final class PlainEcho {
    private PlainEcho() {}

    static void serve(DatagramSocket socket) {
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(new byte[EchoPacket.BYTES], EchoPacket.BYTES);
                socket.receive(packet);
                ByteBuffer bytes = ByteBuffer.wrap(packet.getData());
                Objects.requireNonNull(EchoPacket.decode(bytes))
                        .answeredAfter(0, false)
                        .encode(bytes);
                socket.send(packet);
            }
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }
}
