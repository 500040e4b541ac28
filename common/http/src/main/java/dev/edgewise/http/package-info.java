/**
 * HTTP/1.1 over sockets of our own, with little work and little memory for each exchange: for the API server, and for
 * the agents of network-probe.
 */
@NullMarked
package dev.edgewise.http;

import org.jspecify.annotations.NullMarked;
