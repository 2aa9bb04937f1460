package dev.coppice.agent;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.util.Arrays;
import org.hibernate.Length;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/**
 * Database row of an agent. Sessions refer to their agent by name only, so an agent may be created after its sessions,
 * and may be changed or deleted while its sessions exist. One column contains the whole specification as JSON. Other
 * columns repeat the limits that every write of a session needs, so that a write need not parse the JSON.
 */
@Entity
public class Agent {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "tenant_id")
    private int tenant;

    private String name;

    @Version
    private long version;

    /**
     * JSON of the agent's specification. Contains default values too, except those that an older release cannot read.
     */
    @Column(length = Length.LONG32)
    private byte[] body;

    private int bytes;

    @Column(name = "ttl_seconds")
    private Long ttlSeconds;

    @Column(name = "token_counter")
    private String tokenCounter;

    @Column(name = "compact_after")
    private Integer compactAfter;

    /**
     * Which token count is compared with the compaction threshold; null means the server's estimate. Rows that were
     * written by a release without this column contain null.
     */
    @Column(name = "compact_by", length = 16)
    @Enumerated(EnumType.STRING)
    @JdbcTypeCode(SqlTypes.VARCHAR)
    private CompactBy compactBy;

    @Column(name = "summary_every")
    private Integer summaryEvery;

    @Column(name = "profile_every")
    private Integer profileEvery;

    @Column(name = "max_messages")
    private Integer maxMessages;

    @Column(name = "created_at")
    private long createdAt;

    @Column(name = "updated_at")
    private long updatedAt;

    protected Agent() {}

    Agent(int tenant, AgentSpec spec) {
        this.tenant = tenant;
        this.name = spec.name();
        this.version = 1;
        replaceSpec(spec);
        this.createdAt = updatedAt;
    }

    /**
     * Replaces the specification. If the new specification equals the stored one, keeps the stored JSON and
     * {@code updatedAt}, and fills only the columns that are empty because an older release did not have them.
     */
    void replaceSpec(AgentSpec spec) {
        ttlSeconds = spec.ttlSeconds();
        tokenCounter = spec.tokenCounter();
        compactAfter = spec.compaction().compactAfter();
        compactBy = spec.compaction().compactBy();
        summaryEvery =
                spec.summary() == null ? null : everyOrNull(spec.summary().every());
        profileEvery =
                spec.profile() == null ? null : everyOrNull(spec.profile().every());
        maxMessages = spec.maxMessages();
        var json = spec.toBytes();
        if (Arrays.equals(json, body)) {
            return;
        }
        body = json;
        bytes = json.length;
        updatedAt = Math.max(updatedAt, DatabaseClock.now());
    }

    /**
     * Returns the number to store in the column {@code summary_every} or {@code profile_every}: {@code messages}, or
     * null if {@code messages} is 0. In a specification 0 means that no update is ever due; in the columns null means
     * the same.
     *
     * @param messages number of new messages after which an update is due, from the specification
     */
    private static Integer everyOrNull(int messages) {
        return messages == 0 ? null : messages;
    }

    /** Returns the version of this row, as of the last flush to the database. */
    long version() {
        return version;
    }

    AgentInfo info() {
        var stored = StoredAgent.of(body, name);
        return new AgentInfo(stored.spec(), stored.legacyMembers(), version, createdAt, updatedAt);
    }
}
