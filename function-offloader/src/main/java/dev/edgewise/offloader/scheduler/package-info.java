/** What scheduler-service says of moves before they are made. */
@NullMarked
package dev.edgewise.offloader.scheduler;

import org.jspecify.annotations.NullMarked;
