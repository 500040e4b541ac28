/** The state of the cluster: changed by one writer at a time, decided upon through immutable snapshots. */
@NullMarked
package dev.edgewise.scheduler.state;

import org.jspecify.annotations.NullMarked;
