/** Reads pods that callers send as JSON. */
@NullMarked
package dev.edgewise.scheduler.kubernetes.json;

import org.jspecify.annotations.NullMarked;
