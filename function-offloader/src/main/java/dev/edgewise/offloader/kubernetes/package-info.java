/** The Kubernetes API, as moves use it: watches nodes, controllers and pods, keeps room, evicts, and writes events. */
@NullMarked
package dev.edgewise.offloader.kubernetes;

import org.jspecify.annotations.NullMarked;
