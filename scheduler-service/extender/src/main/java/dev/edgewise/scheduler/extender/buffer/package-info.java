/** The bytes of requests and answers, in memory that is bounded for all of them together. */
@NullMarked
package dev.edgewise.scheduler.extender.buffer;

import org.jspecify.annotations.NullMarked;
