/** Mixed traffic for a long while: whatever happens in it, everybody is told the truth and nothing is left. */
@NullMarked
package dev.olp.features.soak;

import org.jspecify.annotations.NullMarked;
