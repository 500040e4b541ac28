/** The properties that users set. */
@NullMarked
package dev.edgewise.offloader.settings;

import org.jspecify.annotations.NullMarked;
