/** Events about pods and other objects, as {@code kubectl describe pod} shows them. */
@NullMarked
package dev.edgewise.kubernetes.events;

import org.jspecify.annotations.NullMarked;
