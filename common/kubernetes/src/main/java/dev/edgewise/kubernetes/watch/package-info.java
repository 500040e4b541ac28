/** Follows the objects of a cluster: lists and watches each kind, and repairs what a watch missed. */
@NullMarked
package dev.edgewise.kubernetes.watch;

import org.jspecify.annotations.NullMarked;
