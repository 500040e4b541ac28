/** The requests as the API server of the management cluster has them: read, written and watched. */
@NullMarked
package dev.edgewise.global.kubernetes;

import org.jspecify.annotations.NullMarked;
