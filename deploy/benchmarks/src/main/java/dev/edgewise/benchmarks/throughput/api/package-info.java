/** The API server over plain sockets, so that creating load and watching it costs little. */
@NullMarked
package dev.edgewise.benchmarks.throughput.api;

import org.jspecify.annotations.NullMarked;
