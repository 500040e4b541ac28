/** The queues First, Fast and Base. Plain Java. */
@NullMarked
package dev.edgewise.global.queue;

import org.jspecify.annotations.NullMarked;
