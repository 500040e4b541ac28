/** Simulated kubelets on any Kubernetes API: node objects, heartbeats, pod status. */
@NullMarked
package dev.edgewise.sandbox.cluster.kubelet;

import org.jspecify.annotations.NullMarked;
