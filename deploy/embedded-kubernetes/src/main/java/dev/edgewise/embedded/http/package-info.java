/** The API over HTTP and WebSockets. */
@NullMarked
package dev.edgewise.embedded.http;

import org.jspecify.annotations.NullMarked;
