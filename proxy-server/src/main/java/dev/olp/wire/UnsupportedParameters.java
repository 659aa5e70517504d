package dev.olp.wire;

/** What happens to request fields that none of our CLIs can honour ({@code requests.unsupported_parameters}). */
public enum UnsupportedParameters {
    /** They are ignored and named in {@code X-OLP-Ignored-Params}. */
    WARN,
    /** They are refused with 400 {@code unsupported_parameter}. */
    REJECT
}
