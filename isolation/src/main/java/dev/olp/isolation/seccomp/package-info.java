/**
 * The system-call filter of a sandbox, made here as a classic BPF program for seccomp(2), with no library at run time.
 * Pure: bytes out, nothing is loaded into a kernel here.
 */
@NullMarked
package dev.olp.isolation.seccomp;

import org.jspecify.annotations.NullMarked;
