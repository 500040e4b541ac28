package dev.edgewise.common.web;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

/**
 * Closes a connection after an answer if the body of its request was not read: Tomcat would hold a thread until more of
 * the body comes.
 */
final class UnreadBodyValve extends ValveBase {
    private static final int BUFFER = 8 * 1024;

    UnreadBodyValve() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        if (request.isAsync() || isRead(request)) {
            return;
        }
        takeWhatIsHere(request);
        if (!isRead(request)) {
            if (!response.isCommitted()) {
                response.setHeader("Connection", "close");
            }
            // Before the connection is marked as one that ends: an answer that is not sent would become a 500.
            response.finishResponse();
            request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        }
    }

    /** A short body mostly came with its head. */
    private static void takeWhatIsHere(Request request) throws IOException {
        byte[] buffer = new byte[BUFFER];
        InputStream body = request.getStream();
        while (body.available() > 0 && body.read(buffer) >= 0) {
            // It is dropped.
        }
    }

    private static boolean isRead(Request request) {
        AtomicBoolean isRead = new AtomicBoolean();
        request.getCoyoteRequest().action(ActionCode.REQUEST_BODY_FULLY_READ, isRead);
        return isRead.get();
    }
}
