package dev.olp.isolation.contract;

import java.io.IOException;
import java.io.OutputStream;

/**
 * One line for a child's stdin that renders itself, newline included, straight to where it goes, so that a large prompt
 * is never copied whole.
 */
@FunctionalInterface
public interface StdinLine {
    void writeTo(OutputStream out) throws IOException;
}
