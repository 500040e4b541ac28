package dev.edgewise.networkprobe.agent.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.networkprobe.protocol.AnswerParser;
import dev.edgewise.networkprobe.protocol.InvalidMessageException;
import dev.edgewise.networkprobe.protocol.PeerList;
import dev.edgewise.networkprobe.protocol.Report;
import dev.edgewise.networkprobe.protocol.ReportReply;
import dev.edgewise.networkprobe.protocol.ReportWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** Talks with the coordinator by REST. {@link HttpURLConnection}: it is in Java already and needs no thread pool. */
public final class CoordinatorClient {
    private static final int CONNECT_TIMEOUT_MILLIS = 3_000;
    private static final int READ_TIMEOUT_MILLIS = 5_000;
    private static final int MOST_BYTES = 1 << 20;

    private final CoordinatorAccess access;
    private final @Nullable SSLSocketFactory sockets;

    /** @param tag the version of the list; null if the coordinator gives none */
    record Peers(PeerList list, @Nullable String tag) {}

    /** @throws IOException if the CA file cannot be read */
    public CoordinatorClient(CoordinatorAccess access) throws IOException {
        this.access = access;
        this.sockets = access.caFile() == null ? null : CaFile.trusting(access.caFile());
    }

    /**
     * The peers to measure; null if those of the tag are the newest.
     *
     * @param tag the version that is known already; null for none
     * @throws IOException if it does not answer, or refuses
     */
    @Nullable
    Peers peers(@Nullable String tag) throws IOException {
        HttpURLConnection connection = open("/api/v1/peers/");
        if (tag != null) {
            connection.setRequestProperty("If-None-Match", tag);
        }
        byte[] answer = answer(connection);
        if (connection.getResponseCode() == HttpURLConnection.HTTP_NOT_MODIFIED) {
            return null;
        }
        return new Peers(read(AnswerParser::peerList, answer), connection.getHeaderField("ETag"));
    }

    /** @throws IOException if it does not answer, or refuses */
    ReportReply report(Report report) throws IOException {
        byte[] message = ReportWriter.write(report);
        HttpURLConnection connection = open("/api/v1/reports/");
        connection.setRequestMethod("POST");
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(message.length);
        try (OutputStream body = connection.getOutputStream()) {
            body.write(message);
        }
        return read(AnswerParser::reply, answer(connection));
    }

    private HttpURLConnection open(String path) throws IOException {
        URI url = URI.create(access.url().toString().replaceFirst("/+$", "") + path + access.node());
        HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
        connection.setConnectTimeout(CONNECT_TIMEOUT_MILLIS);
        connection.setReadTimeout(READ_TIMEOUT_MILLIS);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        if (sockets != null && connection instanceof HttpsURLConnection secure) {
            secure.setSSLSocketFactory(sockets);
        }
        if (access.tokenFile() != null) {
            connection.setRequestProperty("Authorization", "Bearer " + token(access.tokenFile()));
        }
        return connection;
    }

    private static String token(Path file) throws IOException {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new IOException("token file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The body of a good answer; read to its end, so that the connection can be used again. */
    private static byte[] answer(HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        boolean good = status < HttpURLConnection.HTTP_MULT_CHOICE || status == HttpURLConnection.HTTP_NOT_MODIFIED;
        byte[] body = read(good ? connection.getInputStream() : connection.getErrorStream());
        if (!good) {
            throw new RefusedException(status, new String(body, UTF_8));
        }
        return body;
    }

    private static <T> T read(Function<byte[], T> parser, byte[] answer) throws IOException {
        try {
            return parser.apply(answer);
        } catch (InvalidMessageException e) {
            throw new IOException("the answer is not understood: " + e.getMessage(), e);
        }
    }

    private static byte[] read(@Nullable InputStream body) throws IOException {
        if (body == null) {
            return new byte[0];
        }
        try (body) {
            byte[] bytes = body.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("the answer is longer than 1 MiB");
            }
            return bytes;
        }
    }
}
