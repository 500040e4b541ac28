/** Our own interface of batch slots for people and programs, under {@code /api/v1/slots}. */
@NullMarked
package dev.edgewise.scheduler.slots.web;

import org.jspecify.annotations.NullMarked;
