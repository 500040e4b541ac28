package dev.edgewise.networkprobe.agent.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.http.Address;
import dev.edgewise.http.BufferedHttpResponse;
import dev.edgewise.http.PooledHttpClient;
import dev.edgewise.http.Request;
import dev.edgewise.http.StaleConnectionException;
import dev.edgewise.http.Tls;
import dev.edgewise.networkprobe.protocol.CoordinatorAnswerParser;
import dev.edgewise.networkprobe.protocol.InvalidMessageException;
import dev.edgewise.networkprobe.protocol.PeerList;
import dev.edgewise.networkprobe.protocol.Report;
import dev.edgewise.networkprobe.protocol.ReportReply;
import dev.edgewise.networkprobe.protocol.ReportWriter;
import java.io.Closeable;
import java.io.IOException;
import java.net.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** Talks with the coordinator by REST. */
public final class CoordinatorClient implements Closeable {
    /** Timeout of one request, connecting included. */
    private static final Duration TIMEOUT = Duration.ofSeconds(8);
    /** Maximum idle time of a connection: below the 60 s after which the coordinator closes it. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(50);

    private static final int MOST_BYTES = 1 << 20;
    private static final int LONGEST_TAG = 256;
    private static final int NOT_MODIFIED = 304;
    private static final int CONFLICT = 409;
    private static final int FIRST_REFUSAL = 300;
    /** Reply to a report whose response was lost: the agent then fetches the newest list. */
    private static final ReportReply DELIVERED = new ReportReply(true, List.of(), 0);

    private final CoordinatorAccess access;
    private final Address address;
    private final PooledHttpClient exchanges;

    /** @param tag the version of the list; null if the coordinator gives none */
    record Peers(PeerList list, @Nullable String tag) {}

    /** @throws IOException if the CA file cannot be read */
    public CoordinatorClient(CoordinatorAccess access) throws IOException {
        this.access = access;
        this.address = new Address(access.url(), () -> Proxy.NO_PROXY, tls(access));
        this.exchanges = new PooledHttpClient(address, LONGEST_REST);
    }

    private static @Nullable Tls tls(CoordinatorAccess access) throws IOException {
        // A file that cannot be read is a mistake also where nothing is secured yet.
        SSLSocketFactory sockets = access.caFile() == null
                ? (SSLSocketFactory) SSLSocketFactory.getDefault()
                : CaFileTrust.trusting(access.caFile());
        return Address.isSecure(access.url()) ? Tls.of(sockets, Address.host(access.url())) : null;
    }

    /**
     * The peers to measure; null if those of the tag are the newest.
     *
     * @param tag the version that is known already; null for none
     * @throws IOException if it does not answer, or refuses
     */
    @Nullable
    Peers peers(@Nullable String tag) throws IOException {
        Request request = request("GET", "/api/v1/peers/");
        if (tag != null) {
            request.header("If-None-Match", tag);
        }
        BufferedHttpResponse answer = good(sendTwiceAtMost(request.bytes()));
        if (answer.code() == NOT_MODIFIED) {
            return null;
        }
        return new Peers(read(CoordinatorAnswerParser::peerList, answer), isUsable(answer.tag()) ? answer.tag() : null);
    }

    /** Whether the tag can be sent back in a header, and with each report. */
    private static boolean isUsable(String tag) {
        return !tag.isEmpty() && tag.length() <= LONGEST_TAG && Request.isPrintable(tag);
    }

    /** @throws IOException if it does not answer, or refuses */
    ReportReply report(Report report) throws IOException {
        byte[] message = ReportWriter.write(report);
        byte[] request = request("POST", "/api/v1/reports/").bytes("application/json", message);
        try {
            return read(CoordinatorAnswerParser::reply, good(send(request)));
        } catch (StaleConnectionException ended) {
            return repeat(request);
        }
    }

    /** A coordinator that had the report already, before its answer was lost, refuses it as an old one. */
    private ReportReply repeat(byte[] request) throws IOException {
        BufferedHttpResponse answer = send(request);
        return answer.code() == CONFLICT ? DELIVERED : read(CoordinatorAnswerParser::reply, good(answer));
    }

    @Override
    public void close() {
        exchanges.close();
    }

    private Request request(String method, String path) throws IOException {
        Request request = new Request(method, address, path + access.node());
        return access.tokenFile() == null
                ? request
                : request.header("Authorization", "Bearer " + token(access.tokenFile()));
    }

    private static String token(Path file) throws IOException {
        String token;
        try {
            token = Files.readString(file).strip();
        } catch (IOException e) {
            throw new IOException("token file " + file + " cannot be read: " + e.getMessage(), e);
        }
        if (token.isEmpty() || !Request.isPrintable(token)) {
            throw new IOException("token file " + file + " must hold one token: ASCII without spaces and line breaks");
        }
        return token;
    }

    private static BufferedHttpResponse good(BufferedHttpResponse answer) throws IOException {
        if (answer.code() >= FIRST_REFUSAL && answer.code() != NOT_MODIFIED) {
            throw new CoordinatorRefusedException(answer.code(), new String(answer.body(), UTF_8));
        }
        return answer;
    }

    /** Sends a request, once more where a kept connection ended, as after a restart of the coordinator. */
    private BufferedHttpResponse sendTwiceAtMost(byte[] request) throws IOException {
        try {
            return send(request);
        } catch (StaleConnectionException ended) {
            return send(request);
        }
    }

    private BufferedHttpResponse send(byte[] request) throws IOException {
        return exchanges.send(request, System.nanoTime() + TIMEOUT.toNanos(), MOST_BYTES);
    }

    private static <T> T read(Function<byte[], T> parser, BufferedHttpResponse answer) throws IOException {
        try {
            return parser.apply(answer.body());
        } catch (InvalidMessageException e) {
            throw new IOException("the answer is not understood: " + e.getMessage(), e);
        }
    }
}
