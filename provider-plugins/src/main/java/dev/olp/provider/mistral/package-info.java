/**
 * The adapter for {@code vibe} (Mistral Vibe). It takes no native turns, so the conversation is one labelled text. No
 * other adapter's classes may be used here.
 */
@NullMarked
package dev.olp.provider.mistral;

import org.jspecify.annotations.NullMarked;
