package dev.olp.store.sqlite;

import java.nio.file.Path;

/**
 * How rows are kept.
 *
 * @param sealFile where the seals of finished days are noted as well, outside the database
 * @param retentionDays how many days a finished day's rows are kept
 */
public record AuditKeeping(AuditSeals seals, Path sealFile, int retentionDays) {}
