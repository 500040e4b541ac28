package dev.edgewise.scheduler.kubernetes.fence;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An anchor that is to be deleted unless it is renewed.
 *
 * @param version resourceVersion as it was read: a renewal changes it
 * @param expires the annotation as it was read, which each renewal replaces
 * @param fence time without a renewal after which it is deleted; null if the anchor does not say it
 */
record FencedAnchorConfigMap(
        String namespace, String name, String uid, String version, String expires, @Nullable Duration fence) {}
