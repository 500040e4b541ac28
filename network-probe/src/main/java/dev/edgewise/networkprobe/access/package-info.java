/** Who may do what: calls that change something need a token that the cluster knows and allows to do it. */
@NullMarked
package dev.edgewise.networkprobe.access;

import org.jspecify.annotations.NullMarked;
