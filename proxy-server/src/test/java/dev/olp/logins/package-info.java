@NullMarked
package dev.olp.logins;

import org.jspecify.annotations.NullMarked;
