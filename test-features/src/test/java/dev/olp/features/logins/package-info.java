@NullMarked
package dev.olp.features.logins;

import org.jspecify.annotations.NullMarked;
