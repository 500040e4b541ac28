package dev.edgewise.scheduler.model;

import org.jspecify.annotations.Nullable;

/**
 * A ResourceClaim that a pod uses: devices that it needs on its node.
 *
 * @param name what the pod calls it
 * @param claim name of the ResourceClaim, in the pod's namespace; null while it was not made from its template yet
 * @param generated whether it is made for the pod alone, from a template
 */
public record PodResourceClaim(String name, @Nullable String claim, boolean generated) {}
