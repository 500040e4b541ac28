package dev.edgewise.common.web;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A request whose body is read from the {@link ReceivedRequestBody}, once there is one. */
final class BufferedBodyRequest extends HttpServletRequestWrapper {
    private @Nullable ServletInputStream body;

    BufferedBodyRequest(HttpServletRequest request) {
        super(request);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        ServletInputStream known = body;
        if (known == null) {
            ReceivedRequestBody arrived = ReceivedRequestBody.of(this);
            known = arrived == null
                    ? super.getInputStream()
                    : new Arrived(new ByteArrayInputStream(arrived.complete()));
            body = known;
        }
        return known;
    }

    private static final class Arrived extends ServletInputStream {
        private final ByteArrayInputStream bytes;

        Arrived(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("all of the body is here already");
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            return bytes.read(into, offset, length);
        }
    }
}
