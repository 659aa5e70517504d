/**
 * The way out for the few hosts that a provider's contract lists besides its upstream: a Unix socket for each run that is
 * a CONNECT-only proxy to exactly those names and ports, and a tunnel only for TLS to that very name. What passes inside
 * is the child's own TLS; no login is put on here.
 */
@NullMarked
package dev.olp.gateway.egress;

import org.jspecify.annotations.NullMarked;
