/** What the deployed service costs: its own process, measured from outside. Not run with the tests. */
@NullMarked
package dev.edgewise.networkprobe.benchmark;

import org.jspecify.annotations.NullMarked;
