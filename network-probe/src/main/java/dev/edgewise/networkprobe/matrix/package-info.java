/** Delay matrices and their file format: whitespace separated milliseconds, and JSON that names the rows. */
@NullMarked
package dev.edgewise.networkprobe.matrix;

import org.jspecify.annotations.NullMarked;
