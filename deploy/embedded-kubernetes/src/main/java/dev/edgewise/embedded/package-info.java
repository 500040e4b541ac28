/** A Kubernetes API server in this process: real enough for schedulers and controllers, with no kubelet behind it. */
@NullMarked
package dev.edgewise.embedded;

import org.jspecify.annotations.NullMarked;
