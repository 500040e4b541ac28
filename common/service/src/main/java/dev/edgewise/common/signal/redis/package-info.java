/** Signals shared through Redis: a hash for each row, and a capped stream that names each hash that changed. */
@NullMarked
package dev.edgewise.common.signal.redis;

import org.jspecify.annotations.NullMarked;
