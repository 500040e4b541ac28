/** The API server's clock, which all services share: times of two machines are never compared. */
@NullMarked
package dev.edgewise.kubernetes.clock;

import org.jspecify.annotations.NullMarked;
