/** Rules for all requests that the service answers. */
@NullMarked
package dev.edgewise.scheduler.web;

import org.jspecify.annotations.NullMarked;
