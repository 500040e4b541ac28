package dev.edgewise.scheduler.extender;

import dev.edgewise.scheduler.extender.RequestBody.Part;
import dev.edgewise.scheduler.model.PodVersion;
import org.jspecify.annotations.Nullable;

/**
 * The pod of a request.
 *
 * @param part where it stands in the body
 * @param version which one it is; null if it does not say so
 */
record SentPod(Part part, @Nullable PodVersion version) {}
