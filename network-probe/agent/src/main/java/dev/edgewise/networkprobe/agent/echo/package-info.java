/** The echo that agents measure each other with: its packet, who may ask how often, and the thread that answers. */
@NullMarked
package dev.edgewise.networkprobe.agent.echo;

import org.jspecify.annotations.NullMarked;
