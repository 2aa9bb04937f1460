package dev.coppice.access;

import java.util.Locale;

/**
 * An act that the audit log records. In the log, an act has the name of its constant in lower case, with dots for
 * underscores.
 */
public enum AuditAction {
    /** A token was issued; the target is its id. */
    TOKEN_CREATED,
    /** A token was issued in place of another one; the target is the id of the old one. */
    TOKEN_ROTATED,
    /** A token was revoked; the target is its id. */
    TOKEN_REVOKED,
    /**
     * A token was used for the first time on a day (UTC); the target is its id. For tokens of the OpenID provider, each
     * node records the first use by a subject (user or program) on a day; the target is then null.
     */
    TOKEN_USED,
    /** The quotas of a tenant were set; the target is the name of the tenant. */
    TENANT_CHANGED,
    /** The erasure of a user has begun; the target is the user's id. */
    ERASURE_BEGUN,
    /** The erasure of a user is complete; the target is the user's id. */
    ERASURE_DONE,
    /**
     * An import has begun; the target is the namespace into which the import writes, or null if the sessions keep the
     * namespaces of the file.
     */
    IMPORT_BEGUN,
    /** An export has begun; the target is the exported namespace, or null for all namespaces. */
    EXPORT_BEGUN,
    /** A backup of the database was written; the target is the name of its file. */
    BACKUP_DONE,
    /** A verification of the search index was requested; the target is null. */
    INDEX_VERIFY,
    /** A rebuild of the search index was requested; the target is null. */
    INDEX_REBUILD;

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '.');
    }
}
