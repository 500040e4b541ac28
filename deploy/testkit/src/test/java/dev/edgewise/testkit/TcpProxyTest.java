package dev.edgewise.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TcpProxyTest {
    private static final int NOTHING_WITHIN_MILLIS = 100;

    private ServerSocket server;
    private TcpProxy proxy;
    private Socket client;
    private Socket accepted;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        proxy = TcpProxy.to(server.getLocalPort());
        client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        accepted = server.accept();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        proxy.close();
        server.close();
    }

    private static int read(Socket from) throws IOException {
        return from.getInputStream().read();
    }

    @Test
    void whatIsHeldArrivesOnceItIsReleasedAlsoFromAClientThatIsGone() throws IOException {
        client.getOutputStream().write(1);
        assertThat(read(accepted)).isEqualTo(1);

        proxy.hold();
        client.getOutputStream().write(2);
        client.close();
        accepted.setSoTimeout(NOTHING_WITHIN_MILLIS);
        assertThatThrownBy(() -> read(accepted)).isInstanceOf(SocketTimeoutException.class);
        accepted.setSoTimeout(0);
        proxy.release();

        assertThat(read(accepted)).isEqualTo(2);
        assertThat(read(accepted)).isEqualTo(-1);
    }

    @Test
    void aBarredWayEndsConnectionsUntilItIsOpenAgain() throws IOException {
        proxy.bar();
        assertThat(read(accepted)).isEqualTo(-1);

        proxy.unbar();
        try (Socket next = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
                Socket behind = server.accept()) {
            behind.getOutputStream().write(3);
            assertThat(read(next)).isEqualTo(3);
        }
    }
}
