package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.http.AnswerTooLongException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.kubernetes.http.ApiServerTransport.Call;
import dev.edgewise.kubernetes.http.RequestContent;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Requests to one member. A member is not trusted: the number of requests at a time, the time, the bytes and the values
 * of an answer are limited, and an answer that is no JSON is none.
 */
final class MemberApi implements Closeable {
    static final String JSON = "application/json";
    static final String MERGE_PATCH = "application/merge-patch+json";

    private static final int MOST_BYTES = 32 * 1024 * 1024;

    private static final SelectedFields REFUSAL = SelectedFields.of("reason", "message")
            .and("details", SelectedFields.of().and("causes", SelectedFields.of("field")));
    private static final int UNAUTHORIZED = 401;

    private final ApiServerTransport server;
    private final Duration timeout;
    private final int most;
    private final Ticker ticker;
    private final Semaphore permits;

    /**
     * @param timeout for all of a request, its answer included
     * @param most requests at a time
     */
    MemberApi(ApiServerTransport server, Duration timeout, int most, Ticker ticker) {
        this.server = server;
        this.timeout = timeout;
        this.most = most;
        this.ticker = ticker;
        this.permits = new Semaphore(most);
    }

    /**
     * Returns the way over the same connections whose requests do not wait for those of this one. It is closed with
     * this one.
     */
    MemberApi withLimitOfItsOwn() {
        return new MemberApi(server, timeout, most, ticker);
    }

    /**
     * Asks as the service's own account.
     *
     * @throws MemberUnreachableException if it does not answer, or is not able to
     */
    MemberReply get(String path) throws MemberUnreachableException {
        return send("GET", path, "", null);
    }

    /**
     * Asks as the service's own account; of an answer that is no refusal, only the selected fields are read.
     *
     * @param mostBytes of the answer
     * @throws MemberUnreachableException if it does not answer, or is not able to; with an {@link
     *     AnswerTooLongException} as its cause if the answer is longer
     */
    MemberReply get(String path, SelectedFields fields, int mostBytes) throws MemberUnreachableException {
        return send(new Call("GET", path, JSON, Map.of(), null, mostBytes), fields);
    }

    /** Asks as an account of the member, {@code system:serviceaccount:namespace:name}. */
    MemberReply getAs(String account, String path) throws MemberUnreachableException {
        return send("GET", path, account, null);
    }

    /**
     * Asks for a list as an account of the member, or as the service's own.
     *
     * @param account empty for the own account
     * @param accept content types, in HTTP's form
     * @param mostBytes of the answer
     * @throws MemberUnreachableException with an {@link AnswerTooLongException} as its cause if the answer is longer
     */
    MemberReply list(String account, String path, String accept, int mostBytes) throws MemberUnreachableException {
        return send(new Call("GET", path, accept, impersonated(account), null, mostBytes));
    }

    MemberReply postAs(String account, String path, String json) throws MemberUnreachableException {
        return send("POST", path, account, new RequestContent(JSON, json));
    }

    MemberReply mergeAs(String account, String path, String json) throws MemberUnreachableException {
        return send("PATCH", path, account, new RequestContent(MERGE_PATCH, json));
    }

    MemberReply deleteAs(String account, String path, String options) throws MemberUnreachableException {
        return send("DELETE", path, account, new RequestContent(JSON, options));
    }

    /**
     * Asks as the service's own account, and returns any answer that is a JSON object, a refusal or an error as well:
     * it may be of a service behind the API server.
     *
     * @param headers of HTTP
     * @param within time for all of it, at most that of other requests
     */
    MemberReply call(
            String method, String path, Map<String, String> headers, @Nullable RequestContent content, Duration within)
            throws MemberUnreachableException {
        Duration most = within.compareTo(timeout) < 0 ? within : timeout;
        long begun = ticker.nanos();
        acquire(most);
        try {
            Call call = new Call(method, path, JSON, headers, content, MOST_BYTES);
            ApiResponse answer = server.send(call, most.minus(ticker.since(begun)));
            return new MemberReply(answer.code(), SelectedFields.ALL.read(answer.body()));
        } catch (IOException failed) {
            throw new MemberUnreachableException(MemberFailureText.text(failed), failed);
        } finally {
            permits.release();
        }
    }

    private MemberReply send(String method, String path, String account, @Nullable RequestContent content)
            throws MemberUnreachableException {
        return send(new Call(method, path, JSON, impersonated(account), content, MOST_BYTES));
    }

    private static Map<String, String> impersonated(String account) {
        return account.isEmpty() ? Map.of() : Map.of("Impersonate-User", account);
    }

    private MemberReply send(Call call) throws MemberUnreachableException {
        return send(call, SelectedFields.ALL);
    }

    private MemberReply send(Call call, SelectedFields fields) throws MemberUnreachableException {
        boolean isWrite = call.method().equals("POST") || call.method().equals("PATCH");
        long begun = ticker.nanos();
        acquire(timeout.dividedBy(2));
        try {
            Duration left = timeout.minus(ticker.since(begun));
            return checked(server.send(call, left), isWrite, fields);
        } catch (MemberUnreachableException said) {
            throw said;
        } catch (IOException failed) {
            throw new MemberUnreachableException(MemberFailureText.text(failed), failed);
        } finally {
            permits.release();
        }
    }

    private void acquire(Duration within) throws MemberUnreachableException {
        try {
            if (!permits.tryAcquire(within.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new MemberUnreachableException("its other requests do not end", null);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new MemberUnreachableException("the service stops", stopping);
        }
    }

    /** Returns the answer; also that of a write which may succeed later, as only the caller knows what that means. */
    private static MemberReply checked(ApiResponse answer, boolean isWrite, SelectedFields fields)
            throws MemberUnreachableException, AnswerTooLongException {
        JsonNode body = (answer.isSuccess() ? fields : REFUSAL).read(answer.body());
        MemberReply reply = new MemberReply(answer.code(), body);
        if (reply.code() == UNAUTHORIZED) {
            throw new MemberUnreachableException(
                    "it does not accept the credentials (401): the token may have expired; replace it in the Secret",
                    null);
        }
        if (!reply.body().isObject()) {
            throw new MemberUnreachableException("its answer is no JSON object: is it an API server?", null);
        }
        if (reply.isTransient() && !isWrite) {
            String message = "it answers " + reply.message();
            throw reply.isOverloaded()
                    ? new MemberUnreachableException(message, null)
                    : MemberUnreachableException.ofOneKind(message);
        }
        return reply;
    }

    @Override
    public void close() {
        server.close();
    }
}
