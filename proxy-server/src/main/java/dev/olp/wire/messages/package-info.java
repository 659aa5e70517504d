/** Anthropic's Messages dialect: bodies to our own terms, and answers to bodies and frames. Pure; knows no HTTP. */
@NullMarked
package dev.olp.wire.messages;

import org.jspecify.annotations.NullMarked;
