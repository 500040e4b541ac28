/** Services as their pods run them. */
@NullMarked
package dev.edgewise.benchmarks.service;

import org.jspecify.annotations.NullMarked;
