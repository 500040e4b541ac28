package dev.edgewise.scheduler.model;

/**
 * A pod as it was at one moment, as the API server names it.
 *
 * @param uid not empty
 * @param resourceVersion not empty; of the same pod, the same only while nothing of it changes
 */
public record PodVersion(PodKey key, String uid, String resourceVersion) {}
