package dev.coppice.quota;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Settings of the quotas that limit what a tenant may use.
 *
 * @param limits quotas that apply where an administrator has set none for the tenant
 * @param burst time that determines how many requests a tenant may send at once after a pause: as many as its quota of
 *     requests a second allows in this time. With a quota of 10 requests a second and a burst of 2 s, these are 20.
 * @param refresh pause between two exchanges of counts with the database, by which a node learns what the tenants have
 *     used on other nodes
 */
@SettingsGroup
public record QuotaSettings(Limits limits, Duration burst, Duration refresh) {
    private static final long MAX = 1L << 60;

    @Inject
    public QuotaSettings(SettingsReader in) {
        this(
                new Limits(
                        in.size(
                                "coppice.quota.requests-per-second",
                                0,
                                0,
                                1_000_000,
                                "Requests that each node accepts from a tenant in a second; 0 for any number. The quotas are"
                                        + " off by default, because a server with one tenant needs none; `PUT /v1/tenants/{id}`"
                                        + " sets others for a tenant."),
                        in.size(
                                "coppice.quota.bytes-per-day",
                                0,
                                0,
                                MAX,
                                "Bytes of request bodies that a tenant may send in a day (UTC); 0 for any number."),
                        in.size(
                                "coppice.quota.sessions",
                                0,
                                0,
                                MAX,
                                "Sessions that a tenant may have; 0 for any number. Deleted ones do not count."),
                        in.size(
                                "coppice.quota.model-calls-per-day",
                                0,
                                0,
                                MAX,
                                "Calls of the chat model that a tenant may cause in a day (UTC), by compactions, summaries and"
                                        + " profiles; 0 for any number.")),
                in.duration(
                        "coppice.quota.burst",
                        "PT2S",
                        "A tenant that was silent may send the requests of this time at once, because clients send several"
                                + " requests together."),
                in.duration(
                        "coppice.quota.refresh",
                        "PT10S",
                        "Pause between two exchanges of counts with the database. Several nodes may exceed a quota by what"
                                + " they accept in this time, and a node that is killed forgets what it counted since; another"
                                + " node's change of a quota is known after it."));
    }
}
