/** The life of a pod: it waits, is decided, assumed, bound and announced, or waits again. */
@NullMarked
package dev.edgewise.scheduler.cycle;

import org.jspecify.annotations.NullMarked;
