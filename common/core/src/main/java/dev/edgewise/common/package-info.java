/** What the services of Edgewise share, and nothing more. */
@NullMarked
package dev.edgewise.common;

import org.jspecify.annotations.NullMarked;
