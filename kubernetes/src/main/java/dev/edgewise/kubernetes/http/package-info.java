/** HTTP/1.1 to the API server with as little work per request as it takes: one blocking connection per exchange. */
@NullMarked
package dev.edgewise.kubernetes.http;

import org.jspecify.annotations.NullMarked;
