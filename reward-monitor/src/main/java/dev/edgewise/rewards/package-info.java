/** Learns from failures and healthy time of pods on which nodes a type of pods does badly, and publishes it to the other services. */
@NullMarked
package dev.edgewise.rewards;

import org.jspecify.annotations.NullMarked;
