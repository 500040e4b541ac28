/** Errors of the services' REST interfaces as {@code application/problem+json}, and bodies of a limited size. */
@NullMarked
package dev.edgewise.common.web;

import org.jspecify.annotations.NullMarked;
