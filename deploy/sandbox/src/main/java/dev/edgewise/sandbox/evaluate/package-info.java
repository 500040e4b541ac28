/** Experiments without a cluster: the services' own decision cores over data, held against bars. */
@NullMarked
package dev.edgewise.sandbox.evaluate;

import org.jspecify.annotations.NullMarked;
