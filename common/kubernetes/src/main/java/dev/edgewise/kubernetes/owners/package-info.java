/** What objects belong to. */
@NullMarked
package dev.edgewise.kubernetes.owners;

import org.jspecify.annotations.NullMarked;
