/**
 * What every test through the public door needs: the built server as a process of its own, its fake upstream, byte-exact
 * HTTP, server-sent events. No test lives here.
 */
@NullMarked
package dev.olp.features.support;

import org.jspecify.annotations.NullMarked;
