/** The source {@code static}: a delay matrix in files, read again when they change. */
@NullMarked
package dev.edgewise.networkprobe.staticfile;

import org.jspecify.annotations.NullMarked;
