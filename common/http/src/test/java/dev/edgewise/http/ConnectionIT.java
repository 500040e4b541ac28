package dev.edgewise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectionIT {
    private ServerSocket listening;
    private Socket raw;
    private Socket server;
    private Connection connection;

    /** A socket like one of TLS, which sends a farewell when it is closed, and waits for the peer's. */
    private final class Secured extends Socket {
        @Override
        public InputStream getInputStream() throws IOException {
            return raw.getInputStream();
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return raw.getOutputStream();
        }

        @Override
        public void close() {
            throw new AssertionError("this could wait for a peer that is silent");
        }
    }

    @BeforeEach
    void connect() throws IOException {
        listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        raw = new Socket(listening.getInetAddress(), listening.getLocalPort());
        server = listening.accept();
        connection = new Connection(raw, new Secured());
    }

    @AfterEach
    void close() throws IOException {
        connection.close();
        server.close();
        listening.close();
    }

    @Test
    void aResetDropsWhatIsStillOnItsWay() {
        connection.reset();
        assertThat(raw.isClosed()).isTrue();
        assertThatThrownBy(() -> server.getInputStream().read())
                .isInstanceOf(SocketException.class)
                .hasMessageContaining("reset");
    }

    @Test
    void aCloseLetsItArrive() throws IOException {
        raw.getOutputStream().write(7);
        connection.close();
        assertThat(server.getInputStream().readAllBytes()).containsExactly(7);
    }

    @Test
    void bothMayBeCalledAgain() {
        connection.close();
        connection.reset();
        connection.close();
        assertThat(raw.isClosed()).isTrue();
    }
}
