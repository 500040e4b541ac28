/** The effective round-trip times: published, and shown over REST. */
@NullMarked
package dev.edgewise.networkprobe.rtt;

import org.jspecify.annotations.NullMarked;
