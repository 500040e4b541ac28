/** Global scheduling: one request for several clusters. The process sees clusters, never pods. */
@NullMarked
package dev.edgewise.global;

import org.jspecify.annotations.NullMarked;
