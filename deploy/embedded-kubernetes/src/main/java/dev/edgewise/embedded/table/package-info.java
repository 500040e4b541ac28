/** Objects as the tables that kubectl prints. */
@NullMarked
package dev.edgewise.embedded.table;

import org.jspecify.annotations.NullMarked;
