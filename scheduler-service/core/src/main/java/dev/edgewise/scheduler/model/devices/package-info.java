/** Devices that pods claim (dynamic resource allocation), as the decision core knows them. */
@NullMarked
package dev.edgewise.scheduler.model.devices;

import org.jspecify.annotations.NullMarked;
