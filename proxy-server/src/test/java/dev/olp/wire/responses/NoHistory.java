package dev.olp.wire.responses;

import java.util.Optional;

/** Of a client that sends whole conversations. */
enum NoHistory implements History, Keeping {
    NONE;

    @Override
    public Optional<byte[]> items(String responseId) {
        return Optional.empty();
    }

    @Override
    public boolean keeps(long bytes) {
        return false;
    }

    @Override
    public void keep(byte[] body, byte[] items) {
        throw new AssertionError("nothing was to be kept");
    }
}
