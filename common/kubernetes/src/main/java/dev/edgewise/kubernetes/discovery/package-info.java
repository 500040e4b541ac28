/** Discovery of the suite's services by each other. */
@NullMarked
package dev.edgewise.kubernetes.discovery;

import org.jspecify.annotations.NullMarked;
