/** The source {@code prometheus}: what a Prometheus server knows. */
@NullMarked
package dev.edgewise.energy.prometheus;

import org.jspecify.annotations.NullMarked;
