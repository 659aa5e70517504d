package dev.olp.http;

import java.time.Clock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What the door needs from outside.
 *
 * @param handler called once for each request, on a virtual thread of its own
 * @param bodies the share of the heap that bodies may take
 * @param ids makes a request id; unique, header-safe
 * @param clock for {@code Date}
 * @param ticker nanoseconds, for {@link InboundRequest#receivedNanos}
 */
public record DoorParts(
        RequestHandler handler, ByteBudget bodies, Supplier<String> ids, Clock clock, LongSupplier ticker) {}
