/**
 * The subcommands of {@code olp}. Each reads its environment and writes through a {@link
 * dev.olp.app.command.Console} that it is given, so tests run them in-process. They work on the home directly; a server
 * that runs on the same home sees what they did.
 */
@NullMarked
package dev.olp.app.command;

import org.jspecify.annotations.NullMarked;
