/**
 * The door: Netty HTTP/1.1. Bytes become an {@link dev.olp.http.InboundRequest} and a
 * {@link dev.olp.http.ResponseSink}; nothing behind them sees Netty. Knows no key, model or provider.
 */
@NullMarked
package dev.olp.http;

import org.jspecify.annotations.NullMarked;
