/** Brings what one process learned to where the services share it: as soon as the store is there, and by one writer at a time. */
@NullMarked
package dev.edgewise.common.signal.publish;

import org.jspecify.annotations.NullMarked;
