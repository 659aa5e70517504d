package dev.olp.quota;

/** One login of a provider, and so one plan. */
public record PlanAccount(String provider, String account) {}
