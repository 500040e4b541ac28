/** The round-trip times in force: those of the source and those put by hand; published, and told through REST. */
@NullMarked
package dev.edgewise.networkprobe.rtt;

import org.jspecify.annotations.NullMarked;
