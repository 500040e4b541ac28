/** The Kubernetes API, as the adapter uses it: watches nodes and pods, patches nodes, knows the node of a token. */
@NullMarked
package dev.edgewise.energy.kubernetes;

import org.jspecify.annotations.NullMarked;
