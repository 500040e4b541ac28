package dev.edgewise.global.store;

import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import org.jspecify.annotations.Nullable;

/**
 * A change of a request, as the watch brings it.
 *
 * @param request as it is now; null if it is gone
 */
public record RequestChange(RequestKey key, @Nullable GlobalRequest request) {}
