/** Gives each service its Kubernetes client, watches, leader election and start check, from one set of properties. */
@NullMarked
package dev.edgewise.kubernetes.autoconfigure;

import org.jspecify.annotations.NullMarked;
