/**
 * The list of attacks, each tried three ways: without a sandbox, where it must succeed or the check says nothing; in an
 * open room, where what our user may not do is allowed; and in the sandbox of the final launch, where it must fail. Nothing
 * here is sent beyond this machine. The table in docs/attacks.md is what the suite found.
 */
@NullMarked
package dev.olp.features.attacks;

import org.jspecify.annotations.NullMarked;
