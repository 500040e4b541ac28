/** Plans that safety allows and the scheduler agrees to. A round reads one immutable state and returns the next one. */
@NullMarked
package dev.edgewise.offloader.rounds.negotiation;

import org.jspecify.annotations.NullMarked;
