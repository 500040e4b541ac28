/** Publishes what one process learned to the shared store, as soon as it is available, with one writer at a time. */
@NullMarked
package dev.edgewise.common.signal.publish;

import org.jspecify.annotations.NullMarked;
