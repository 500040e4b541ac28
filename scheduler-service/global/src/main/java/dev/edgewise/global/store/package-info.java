/** The port to the requests that the API server has. */
@NullMarked
package dev.edgewise.global.store;

import org.jspecify.annotations.NullMarked;
