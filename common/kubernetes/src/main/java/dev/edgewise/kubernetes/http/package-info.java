/** Client of the API server, as fabric8's configuration says, over sockets of our own. */
@NullMarked
package dev.edgewise.kubernetes.http;

import org.jspecify.annotations.NullMarked;
