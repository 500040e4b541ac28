/** What the API server checks, fills in and does beyond storing: admission, binding, eviction, deletion. */
@NullMarked
package dev.edgewise.embedded.rules;

import org.jspecify.annotations.NullMarked;
