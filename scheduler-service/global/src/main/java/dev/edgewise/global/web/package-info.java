/** The calls about requests, clusters and leftovers. */
@NullMarked
package dev.edgewise.global.web;

import org.jspecify.annotations.NullMarked;
