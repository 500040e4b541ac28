/** Keeps pods protected, and restarts them when their nodes fail. */
@NullMarked
package dev.edgewise.scheduler.recovery;

import org.jspecify.annotations.NullMarked;
