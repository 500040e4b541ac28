/** Decisions about slots: an immutable input gives actions. It knows no client and no clock. */
@NullMarked
package dev.edgewise.scheduler.slots.decide;

import org.jspecify.annotations.NullMarked;
