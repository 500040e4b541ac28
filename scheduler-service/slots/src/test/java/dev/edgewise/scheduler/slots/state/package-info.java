@NullMarked
package dev.edgewise.scheduler.slots.state;

import org.jspecify.annotations.NullMarked;
