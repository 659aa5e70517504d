/**
 * The program: command line, lifecycle, and the one class that wires everything by hand. Nothing here decides about a
 * request.
 */
@NullMarked
package dev.olp.app;

import org.jspecify.annotations.NullMarked;
