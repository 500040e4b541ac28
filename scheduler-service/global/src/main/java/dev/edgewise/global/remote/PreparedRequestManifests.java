package dev.edgewise.global.remote;

import dev.edgewise.global.cluster.PodShape;
import dev.edgewise.global.manifests.Manifest;
import java.util.List;

/**
 * The manifests of a request, read once.
 *
 * @param confidential whether they are of a Secret: no message shows a part of them
 * @param clusterScoped whether objects in no namespace may be created
 * @param problem why they cannot be applied anywhere, for people; empty if they can
 * @param hash identity of the documents
 */
record PreparedRequestManifests(
        List<Manifest> objects,
        List<PodShape> shapes,
        boolean confidential,
        boolean clusterScoped,
        String problem,
        String hash) {
    PreparedRequestManifests {
        objects = List.copyOf(objects);
        shapes = List.copyOf(shapes);
    }

    /** Makes the manifests of documents whose identity does not matter. */
    PreparedRequestManifests(
            List<Manifest> objects,
            List<PodShape> shapes,
            boolean confidential,
            boolean clusterScoped,
            String problem) {
        this(objects, shapes, confidential, clusterScoped, problem, "");
    }

    static PreparedRequestManifests broken(String problem) {
        return new PreparedRequestManifests(List.of(), List.of(), true, false, problem);
    }
}
