/**
 * The effective estimates, of pairs without measurements: a source of round-trip times. They are computed in
 * {@code estimation}.
 */
@NullMarked
package dev.edgewise.networkprobe.estimates;

import org.jspecify.annotations.NullMarked;
