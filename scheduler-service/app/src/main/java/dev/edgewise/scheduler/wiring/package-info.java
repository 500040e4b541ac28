/** Puts the decision core together: its beans and its settings. The core itself knows no Spring. */
@NullMarked
package dev.edgewise.scheduler.wiring;

import org.jspecify.annotations.NullMarked;
