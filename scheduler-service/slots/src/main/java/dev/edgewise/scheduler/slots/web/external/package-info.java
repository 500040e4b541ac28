/**
 * The interface of the prototype for schedulers outside the cluster: its paths, its JSON, field by field. It serves one
 * namespace.
 */
@NullMarked
package dev.edgewise.scheduler.slots.web.external;

import org.jspecify.annotations.NullMarked;
