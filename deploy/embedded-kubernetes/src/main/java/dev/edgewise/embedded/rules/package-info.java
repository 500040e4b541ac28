/** Rules of the API server beyond storing: validation, defaults, admission, binding, eviction, deletion. */
@NullMarked
package dev.edgewise.embedded.rules;

import org.jspecify.annotations.NullMarked;
