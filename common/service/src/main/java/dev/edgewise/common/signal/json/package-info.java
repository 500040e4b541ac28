/** What the JSON codecs of all kinds of signals share. */
@NullMarked
package dev.edgewise.common.signal.json;

import org.jspecify.annotations.NullMarked;
