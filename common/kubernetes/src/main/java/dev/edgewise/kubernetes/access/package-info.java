/** Required rights of the service, checked at its start, and reviews of its callers' tokens. */
@NullMarked
package dev.edgewise.kubernetes.access;

import org.jspecify.annotations.NullMarked;
