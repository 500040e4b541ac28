/** Owners of objects. */
@NullMarked
package dev.edgewise.kubernetes.owners;

import org.jspecify.annotations.NullMarked;
