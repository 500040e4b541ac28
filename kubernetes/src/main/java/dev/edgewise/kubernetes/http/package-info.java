/** HTTP/1.1 client of the API server with little work per request: one blocking connection per exchange. */
@NullMarked
package dev.edgewise.kubernetes.http;

import org.jspecify.annotations.NullMarked;
