/** Host ports. */
@NullMarked
package dev.edgewise.scheduler.ports;

import org.jspecify.annotations.NullMarked;
