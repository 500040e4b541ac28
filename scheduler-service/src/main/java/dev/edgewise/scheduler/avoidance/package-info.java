/** Keeps pods off nodes on which pods of their type failed. */
@NullMarked
package dev.edgewise.scheduler.avoidance;

import org.jspecify.annotations.NullMarked;
