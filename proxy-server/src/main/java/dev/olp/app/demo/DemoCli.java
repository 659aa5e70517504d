package dev.olp.app.demo;

import java.nio.file.Path;

/**
 * The CLI that answers.
 *
 * @param binary absolute path
 * @param origin where it comes from, for a person: found on PATH, fetched from npm, or the bundled stand-in
 * @param standIn whether it only plays the real one
 */
record DemoCli(Path binary, String origin, boolean standIn) {}
