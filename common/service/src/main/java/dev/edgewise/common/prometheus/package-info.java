/** Asks Prometheus servers for the results of queries. */
@NullMarked
package dev.edgewise.common.prometheus;

import org.jspecify.annotations.NullMarked;
