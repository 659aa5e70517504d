/** OpenAI's Responses dialect: bodies to our own terms, and answers to bodies and frames. Pure; knows no HTTP. */
@NullMarked
package dev.olp.wire.responses;

import org.jspecify.annotations.NullMarked;
