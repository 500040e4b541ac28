package dev.edgewise.scheduler.extender.wire;

import dev.edgewise.scheduler.extender.buffer.ByteRange;
import dev.edgewise.scheduler.model.PodVersion;
import org.jspecify.annotations.Nullable;

/**
 * The pod of a request.
 *
 * @param part where it stands in the body
 * @param version which one it is; null if it does not say so
 */
public record RequestPod(ByteRange part, @Nullable PodVersion version) {}
