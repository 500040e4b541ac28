/** The Kubernetes API, as the probe uses it: watches nodes and agents, reviews tokens, finds Goldpinger's pods. */
@NullMarked
package dev.edgewise.networkprobe.kubernetes;

import org.jspecify.annotations.NullMarked;
