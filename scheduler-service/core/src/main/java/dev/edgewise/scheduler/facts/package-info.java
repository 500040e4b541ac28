/**
 * The facts that the cluster's state holds besides nodes and pods: values with a typed key beside their class. Nothing
 * here knows any of them.
 */
@NullMarked
package dev.edgewise.scheduler.facts;

import org.jspecify.annotations.NullMarked;
