/**
 * The adaptive policy: a contextual bandit that learns from outcomes which policy ranks best. Plain Java, but for its
 * configuration and calls.
 */
@NullMarked
package dev.edgewise.global.adaptive;

import org.jspecify.annotations.NullMarked;
