package dev.edgewise.kubernetes.api;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The request for one page of the objects with a label, of which only the metadata is returned: what the objects hold
 * may be large, or secret.
 */
public final class LabelledMetadataRequest {
    /** The content types of the answer; an API server that has no metadata of their own answers with the objects. */
    public static final String ACCEPT =
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

    private LabelledMetadataRequest() {}

    /**
     * Returns the path of a page.
     *
     * @param collection path of the objects of a kind
     * @param size most objects of the page
     * @param next {@code metadata.continue} of the page before; empty for the first page
     */
    public static String path(String collection, String label, int size, String next) {
        return collection + "?limit=" + size + "&labelSelector=" + URLEncoder.encode(label, StandardCharsets.UTF_8)
                + (next.isEmpty() ? "" : "&continue=" + URLEncoder.encode(next, StandardCharsets.UTF_8));
    }
}
