/** What a chat request says and how it reaches the model: shapes, models, limits, prompts, turns. */
@NullMarked
package dev.olp.features.requests;

import org.jspecify.annotations.NullMarked;
