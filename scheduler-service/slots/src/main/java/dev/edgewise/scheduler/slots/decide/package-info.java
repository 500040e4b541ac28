/** Decisions about slots: an immutable world in, actions out. It knows no client and no clock. */
@NullMarked
package dev.edgewise.scheduler.slots.decide;

import org.jspecify.annotations.NullMarked;
