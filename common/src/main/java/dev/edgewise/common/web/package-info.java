/** Errors of the services' REST interfaces as {@code application/problem+json}. */
@NullMarked
package dev.edgewise.common.web;

import org.jspecify.annotations.NullMarked;
