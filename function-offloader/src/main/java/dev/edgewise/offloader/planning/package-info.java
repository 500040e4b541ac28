/** Policies that say which node each function should be on; they read one moment and keep no state. Pure. */
@NullMarked
package dev.edgewise.offloader.planning;

import org.jspecify.annotations.NullMarked;
