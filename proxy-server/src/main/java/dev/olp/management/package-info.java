/**
 * What the owner can ask of a server, as JSON in and JSON out: the same for a request over HTTP and for a command that
 * opens the home itself. Knows no HTTP.
 */
@NullMarked
package dev.olp.management;

import org.jspecify.annotations.NullMarked;
