/** How answers come: streams, their heartbeats, usage, cuts and faults, seen through the public door. */
@NullMarked
package dev.olp.features.streams;

import org.jspecify.annotations.NullMarked;
