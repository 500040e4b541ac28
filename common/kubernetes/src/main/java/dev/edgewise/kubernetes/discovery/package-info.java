/** How services of the suite find each other. */
@NullMarked
package dev.edgewise.kubernetes.discovery;

import org.jspecify.annotations.NullMarked;
