package dev.edgewise.scheduler.model;

import java.util.List;

/**
 * The images that a node needs to run a pod.
 *
 * @param containers of each container, init containers included
 * @param volumes of each image volume
 */
public record PodImages(List<String> containers, List<String> volumes) {
    public static final PodImages NONE = new PodImages(List.of(), List.of());

    public PodImages {
        containers = List.copyOf(containers);
        volumes = List.copyOf(volumes);
    }
}
