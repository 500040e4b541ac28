/** What all services set up alike when they start. */
@NullMarked
package dev.edgewise.common.boot;

import org.jspecify.annotations.NullMarked;
