package dev.edgewise.scheduler.extender.transport;

import dev.edgewise.scheduler.extender.buffer.RequestBody;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.DefaultBHttpServerConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestParserFactory;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.http.MediaType;

/**
 * Serves one client's requests, one after the other. The thread of the connection receives and answers each: on a busy
 * machine, a hand-over to another thread takes longer than the answer.
 */
final class AcceptedConnection {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptedConnection.class);

    /**
     * The size of a buffer in bytes: head and scores of 500 nodes are sent in one piece. A connection takes three of
     * these.
     */
    private static final int BUFFER = 32 * 1024;

    /**
     * The limits of HTTP: a kube-scheduler sends six short headers. All are held while the body comes in, and those of
     * its trailer, too.
     */
    private static final Http1Config LIMITS = Http1Config.custom()
            .setBufferSize(BUFFER)
            .setMaxLineLength(2 * 1024)
            .setMaxHeaderCount(32)
            .build();

    private static final ContentType JSON = ContentType.create(MediaType.APPLICATION_JSON_VALUE);
    private static final ContentType PROBLEM = ContentType.create(MediaType.APPLICATION_PROBLEM_JSON_VALUE);

    private final TimeoutSocket socket;
    private final @Nullable ExtenderTls tls;
    private final ExtenderRequestHandler handler;
    private final BooleanSupplier isStopping;
    private final DefaultBHttpServerConnection http = new DefaultBHttpServerConnection(
            "http", LIMITS, null, null, null, null, new DefaultHttpRequestParserFactory(LIMITS), null);

    /**
     * @param tls null for plain HTTP
     * @param isStopping whether the request that is being answered is the last one
     */
    AcceptedConnection(
            TimeoutSocket socket,
            @Nullable ExtenderTls tls,
            ExtenderRequestHandler handler,
            BooleanSupplier isStopping) {
        this.socket = socket;
        this.tls = tls;
        this.handler = handler;
        this.isStopping = isStopping;
    }

    /** Serves requests until the connection ends. */
    void run() {
        try (socket) {
            socket.setTcpNoDelay(true);
            bind();
            while (!isStopping.getAsBoolean() && handleNext()) {
                socket.requestAnswered();
            }
        } catch (IOException | HttpException | RuntimeException e) {
            // Only the last one is a mistake of ours.
            LOG.atLevel(e instanceof RuntimeException ? Level.ERROR : Level.DEBUG)
                    .setCause(e)
                    .log("A connection of the extender ends");
        }
    }

    private void bind() throws IOException {
        if (tls == null) {
            http.bind(socket);
            return;
        }
        SSLSocket secured = tls.over(socket);
        socket.handshakeStarted();
        socket.writeStarted();
        secured.startHandshake();
        socket.writeEnded();
        socket.handshakeEnded();
        http.bind(secured, socket);
    }

    /** Returns whether another request may follow. */
    private boolean handleNext() throws IOException, HttpException {
        ClassicHttpRequest request;
        try {
            request = http.receiveRequestHeader();
            if (request == null) {
                return false;
            }
            http.receiveRequestEntity(request);
        } catch (HttpException | MessageConstraintException | IllegalArgumentException notHttp) {
            // The last one is for a port or a version out of range. After a head that cannot be read nothing follows
            // that would end it.
            return send(null, http(ProblemResponse.of(IncomingRequest.notHttp(notHttp))), true);
        }
        try (ExtenderResponse response = answer(request)) {
            return send(request, response);
        }
    }

    /** Receives the rest of the request and answers it; its memory is free before the response is sent. */
    private ExtenderResponse answer(ClassicHttpRequest request) throws IOException, HttpException {
        try (IncomingRequest received = handler.open(request, socket.headReceived(), socket.isKnown())) {
            if (received.needsContinue()) {
                sendContinue();
            }
            received.receive();
            return handler.answer(received);
        }
    }

    private void sendContinue() throws IOException, HttpException {
        socket.writeStarted();
        http.sendResponseHeader(new BasicClassicHttpResponse(HttpStatus.SC_CONTINUE));
        http.flush();
        socket.writeEnded();
    }

    /**
     * Sends a response. Returns whether another request may follow.
     *
     * @param request null if it could not be read
     */
    private boolean send(@Nullable ClassicHttpRequest request, ExtenderResponse response)
            throws IOException, HttpException {
        if (response instanceof ExtenderResponse.Answer answer) {
            if (answer.isAboutWatchedPod()) {
                socket.markKnown();
            }
            return send(request, http(answer.body().body()), false);
        }
        ExtenderResponse.Refusal refusal = (ExtenderResponse.Refusal) response;
        return send(request, http(refusal.problem()), refusal.endsConnection());
    }

    private static ClassicHttpResponse http(RequestBody body) {
        ClassicHttpResponse response = new BasicClassicHttpResponse(HttpStatus.SC_OK);
        response.setEntity(new ByteArrayEntity(body.bytes(), 0, body.length(), JSON));
        return response;
    }

    private static ClassicHttpResponse http(ProblemResponse problem) {
        ClassicHttpResponse response =
                new BasicClassicHttpResponse(problem.status().value());
        problem.headers().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        response.setEntity(new ByteArrayEntity(problem.json(), PROBLEM));
        return response;
    }

    private boolean send(@Nullable ClassicHttpRequest request, ClassicHttpResponse response, boolean isLast)
            throws IOException, HttpException {
        response.setHeader(HttpHeaders.CONTENT_TYPE, response.getEntity().getContentType());
        response.setHeader(HttpHeaders.CONTENT_LENGTH, response.getEntity().getContentLength());
        boolean mayFollow = !isLast && !isStopping.getAsBoolean() && isReusable(request, response);
        if (!mayFollow) {
            response.setHeader(HttpHeaders.CONNECTION, "close");
        }
        socket.writeStarted();
        http.sendResponseHeader(response);
        if (request == null || MessageSupport.canResponseHaveBody(request.getMethod(), response)) {
            http.sendResponseEntity(response);
        }
        http.flush();
        socket.writeEnded();
        return mayFollow;
    }

    private static boolean isReusable(@Nullable ClassicHttpRequest request, ClassicHttpResponse response) {
        return request != null
                && !HttpVersion.HTTP_1_0.equals(request.getVersion())
                && DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, response, HttpCoreContext.create());
    }
}
