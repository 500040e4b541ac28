/** The extender's port: sockets, TLS and HTTP. It receives requests, has them answered, and sends the answers. */
@NullMarked
package dev.edgewise.scheduler.extender.transport;

import org.jspecify.annotations.NullMarked;
