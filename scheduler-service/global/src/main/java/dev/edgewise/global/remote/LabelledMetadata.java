package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.api.LabelledMetadataRequest;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lists the metadata of objects with the label of a request, page by page. A member is not trusted, and annotations may
 * be long: a page that has too many bytes is asked for again with fewer objects.
 */
final class LabelledMetadata {
    /** Objects of one page. */
    static final int PAGE = 100;

    /** The bytes of one page: above those of the largest object that an API server stores. */
    private static final int MOST_BYTES = 4 * 1024 * 1024;

    private final Lists lists;
    private final BooleanSupplier isStopped;

    /** Asks for a list. */
    interface Lists {
        MemberReply list(String account, String path, String accept, int mostBytes) throws MemberUnreachableException;
    }

    /** @param isStopped whether no further page is to be read */
    LabelledMetadata(Lists lists, BooleanSupplier isStopped) {
        this.lists = lists;
        this.isStopped = isStopped;
    }

    /**
     * Reads all pages, unless it is stopped.
     *
     * @param account empty for the service's own
     * @param each takes each object
     * @return the answer if it is a refusal; else null
     */
    @Nullable
    MemberReply read(String account, String collection, Consumer<JsonNode> each) throws MemberUnreachableException {
        String next = "";
        PageSize size = new PageSize(PAGE);
        while (!isStopped.getAsBoolean()) {
            MemberReply reply;
            try {
                String page = LabelledMetadataRequest.path(collection, Names.REQUEST_LABEL, size.objects(), next);
                reply = lists.list(account, page, LabelledMetadataRequest.ACCEPT, MOST_BYTES);
            } catch (MemberUnreachableException failed) {
                if (!size.halveIfTooLong(failed)) {
                    throw failed;
                }
                continue;
            }
            if (!reply.isSuccess()) {
                return reply;
            }
            reply.body().path("items").forEach(each);
            next = reply.body().path("metadata").path("continue").asText("");
            if (next.isEmpty()) {
                return null;
            }
            size.doubleAfterPage();
        }
        return null;
    }
}
