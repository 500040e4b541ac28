/** Experiments without a cluster: the services' own decision cores over data, compared with targets. */
@NullMarked
package dev.edgewise.sandbox.evaluate;

import org.jspecify.annotations.NullMarked;
