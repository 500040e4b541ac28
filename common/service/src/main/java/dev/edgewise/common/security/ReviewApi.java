package dev.edgewise.common.security;

/** Creates reviews at the API server. Each service brings it, over the client that it has anyway. */
public interface ReviewApi {
    /**
     * @param path of the resource, such as {@code /apis/authentication.k8s.io/v1/tokenreviews}
     * @param json the review
     * @return the review with its status
     * @throws ReviewUnavailableException if the API server does not answer, or does not let this service ask
     */
    String create(String path, String json);

    /** The service's own namespace, where roles for resources of {@code edgewise.dev} hold. */
    String namespace();
}
