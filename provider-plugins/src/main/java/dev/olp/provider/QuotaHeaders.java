package dev.olp.provider;

import java.util.Map;

/** Reads a plan's windows out of the headers of a provider's ordinary replies. Pure; never throws. */
@FunctionalInterface
public interface QuotaHeaders {
    /** @param headers by lower-case name; those of other matters are passed over */
    QuotaReading read(Map<String, String> headers);
}
