/** Decides about requests whenever something about them has changed, writes the decision, and carries it out. */
@NullMarked
package dev.edgewise.global.loop;

import org.jspecify.annotations.NullMarked;
