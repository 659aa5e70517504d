package dev.olp.http;

import java.time.Clock;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What the door needs from outside.
 *
 * @param handler called once for each request, on a virtual thread of its own
 * @param bodies the share of the heap that bodies may take while their requests live
 * @param work the share of the heap for what is there for a moment only while a body is parsed. Who holds a part of it
 *     waits for nothing, so it always comes back
 * @param ids makes a request id; unique, header-safe
 * @param clock for {@code Date}
 * @param ticker nanoseconds, for {@link InboundRequest#receivedNanos}
 * @param certificate what TLS is spoken with; empty for plain HTTP
 */
public record DoorParts(
        RequestHandler handler,
        ByteBudget bodies,
        ByteBudget work,
        Supplier<String> ids,
        Clock clock,
        LongSupplier ticker,
        Optional<DoorCertificate> certificate) {}
