/** Resource requests of pods. */
@NullMarked
package dev.edgewise.kubernetes.requests;

import org.jspecify.annotations.NullMarked;
