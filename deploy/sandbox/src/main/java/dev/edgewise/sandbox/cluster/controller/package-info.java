/** The controllers that an embedded API lacks: Deployment, ReplicaSet, node lifecycle. Nothing else. */
@NullMarked
package dev.edgewise.sandbox.cluster.controller;

import org.jspecify.annotations.NullMarked;
