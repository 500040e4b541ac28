/** Life of simulated pods: start delay, run time, exit, restart. Pure. */
@NullMarked
package dev.edgewise.sandbox.cluster.life;

import org.jspecify.annotations.NullMarked;
