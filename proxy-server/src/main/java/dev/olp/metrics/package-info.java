/**
 * What is counted, for Prometheus. Labels are bounded: providers and models of the registry, words of our own; never what a
 * client sent. Where OpenTelemetry's GenAI conventions have a name, it is used.
 */
@NullMarked
package dev.olp.metrics;

import org.jspecify.annotations.NullMarked;
