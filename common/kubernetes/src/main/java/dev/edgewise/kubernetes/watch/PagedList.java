package dev.edgewise.kubernetes.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.edgewise.http.StreamingHttpResponse;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists a kind page by page, each read while it comes. A page that does not come through is asked for again, smaller: a
 * slow link, large objects, or one that is no JSON then cost time or that one object, not the list.
 */
final class PagedList<T> {
    private static final Logger LOG = LoggerFactory.getLogger(PagedList.class);

    private static final int LARGEST = 500;
    private static final int SHRINK = 4;
    /**
     * Maximum time for the first byte, and from one to the next: there is no limit for the whole, as long as it makes
     * progress.
     */
    private static final Duration SILENCE = Duration.ofSeconds(15);

    private final ApiServerClient api;
    private final WatchedKind<?> kind;
    private final String accept;
    private final JsonObjectReader<T> encoding;
    private int limit = LARGEST;
    private volatile @Nullable StreamingHttpResponse open;

    /** @param accept content types, in HTTP's form */
    PagedList(ApiServerClient api, WatchedKind<?> kind, String accept, JsonObjectReader<T> encoding) {
        this.api = api;
        this.kind = kind;
        this.accept = accept;
        this.encoding = encoding;
    }

    /**
     * Reads them all. Objects of a page that failed half way come twice.
     *
     * @return version of the list
     */
    String read(ObjectSink<T> objects) throws IOException, ApiStatusException {
        String next = "";
        while (true) {
            JsonObjectReader.Page page = page(next, objects);
            if (page.next().isEmpty()) {
                return page.revision();
            }
            next = page.next();
        }
    }

    void stop() {
        StreamingHttpResponse reading = open;
        if (reading != null) {
            reading.close();
        }
    }

    private JsonObjectReader.Page page(String next, ObjectSink<T> objects) throws IOException, ApiStatusException {
        while (true) {
            try {
                JsonObjectReader.Page page = attempt(next, objects);
                limit = Math.min(LARGEST, 2 * limit);
                return page;
            } catch (JsonObjectReader.UnreadablePageException unreadable) {
                if (limit == 1 && isNoJson(unreadable)) {
                    LOG.warn(
                            "Skipped an object that is not JSON; kind={} cause={}",
                            kind.name(),
                            unreadable.getMessage());
                    return unreadable.page();
                }
                shrink(unreadable);
            } catch (ApiStatusException refused) {
                if (!refused.isTimeout() || limit == 1) {
                    throw refused;
                }
                shrink(new IOException(refused.getMessage(), refused));
            } catch (IOException failed) {
                shrink(failed);
            }
        }
    }

    private void shrink(IOException failed) throws IOException {
        boolean unreachable =
                failed instanceof ApiUnavailableException && failed.getCause() instanceof ConnectException;
        if (limit == 1 || unreachable) {
            throw failed;
        }
        limit = Math.max(1, limit / SHRINK);
        LOG.info(
                "Listing in smaller pages; kind={} limit={} cause={}",
                kind.name(),
                limit,
                WatchOutage.describe(failed));
    }

    private static boolean isNoJson(JsonObjectReader.UnreadablePageException unreadable) {
        return unreadable.getCause() instanceof JsonProcessingException cause && !(cause instanceof JsonEOFException);
    }

    private JsonObjectReader.Page attempt(String next, ObjectSink<T> objects) throws IOException, ApiStatusException {
        String query = ObjectQuery.of(kind)
                .with("limit", Integer.toString(limit))
                .with("continue", next)
                .toString();
        if (next.isEmpty()) {
            objects.begun();
        }
        try (StreamingHttpResponse stream = api.open(query, accept, SILENCE, SILENCE)) {
            open = stream;
            if (stream.code() != 200) {
                throw new ApiStatusException(new ApiResponse(stream.code(), stream.rest()));
            }
            JsonObjectReader.Page page = encoding.page(stream.body(), objects);
            stream.finish();
            return page;
        } finally {
            open = null;
        }
    }
}
