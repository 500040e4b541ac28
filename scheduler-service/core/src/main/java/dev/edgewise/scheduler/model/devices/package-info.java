/** What the decision core knows of devices that pods claim (dynamic resource allocation). */
@NullMarked
package dev.edgewise.scheduler.model.devices;

import org.jspecify.annotations.NullMarked;
