/** Redis as users set it up, in containers, for tests of several modules. */
@NullMarked
package dev.edgewise.common.testing.containers;

import org.jspecify.annotations.NullMarked;
