/** The JSON codecs of the signals, one for each kind, and the base class that they share. */
@NullMarked
package dev.edgewise.common.signal.json;

import org.jspecify.annotations.NullMarked;
