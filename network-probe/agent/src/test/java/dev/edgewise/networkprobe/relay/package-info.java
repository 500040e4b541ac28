/** A path of known delay and loss, in user space: to check on any machine that what agents measure is what is there. */
@NullMarked
package dev.edgewise.networkprobe.relay;

import org.jspecify.annotations.NullMarked;
