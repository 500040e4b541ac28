/** Which node each function should be on: policies that read one moment and keep no state. Pure. */
@NullMarked
package dev.edgewise.offloader.planning;

import org.jspecify.annotations.NullMarked;
