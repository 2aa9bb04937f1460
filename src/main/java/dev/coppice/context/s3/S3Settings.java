package dev.coppice.context.s3;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Settings of the object store for skill documents. The store's address is a setting of the server and not of an agent.
 * Otherwise the author of an agent could make the server send requests to addresses in the server's own network.
 *
 * @param endpoint URL of a store other than AWS, or null for AWS
 * @param region region of the bucket
 * @param bucket name of the bucket, or null if there is no store
 * @param accessKey access key, or null to use the credentials that the SDK finds in the environment, the profile, the
 *     container or the instance
 * @param secretKey secret key; null if there is no access key
 * @param pathStyle true to send the bucket in the path of a URL instead of the host name
 * @param root start of all object names, before the prefix of a block; {@code {tenant}} in it is replaced by the
 *     tenant's name
 * @param timeout maximum time of one request to the store, including its retries
 * @param maxSkills maximum number of skills in one listing
 */
@SettingsGroup
public record S3Settings(
        URI endpoint,
        String region,
        String bucket,
        String accessKey,
        String secretKey,
        boolean pathStyle,
        String root,
        Duration timeout,
        int maxSkills) {
    private static final String TENANT = "{tenant}";

    public S3Settings {
        boolean whole = root.isEmpty() || root.endsWith("/");
        if (!whole || root.replace(TENANT + "/", "").contains(TENANT)) {
            throw new IllegalArgumentException(
                    "coppice.s3.root must end with a slash, and " + TENANT + " in it must be followed by a slash");
        }
        if ((accessKey == null) != (secretKey == null)) {
            throw new IllegalArgumentException("coppice.s3.access-key and coppice.s3.secret-key must be set together");
        }
        if (endpoint != null
                && (endpoint.getHost() == null
                        || !String.valueOf(endpoint.getScheme()).startsWith("http"))) {
            throw invalidEndpoint();
        }
    }

    /** Reads the settings, which are all optional. Without a bucket there is no object store. */
    @Inject
    public S3Settings(SettingsReader in) {
        this(
                in,
                address(in.text(
                        "coppice.s3.endpoint",
                        null,
                        "URL of an object store other than AWS. Without it, AWS is used in the region"
                                + " `coppice.s3.region`.")));
    }

    private S3Settings(SettingsReader in, URI endpoint) {
        this(
                endpoint,
                in.text(
                        "coppice.s3.region",
                        "us-east-1",
                        "Region of the bucket. Most stores other than AWS accept any region."),
                in.text("coppice.s3.bucket", null, "Bucket with skill documents. Without it there is no store."),
                in.secret(
                        "coppice.s3.access-key",
                        null,
                        "Access key. Without it the SDK looks for credentials in environment, profile, container and"
                                + " instance."),
                in.secret(
                        "coppice.s3.secret-key",
                        in.fileContent(
                                "coppice.s3.secret-key-file", "File with the secret key, as orchestrators mount it."),
                        "Secret key; set together with the access key."),
                in.flag(
                        "coppice.s3.path-style",
                        endpoint != null,
                        "Puts the bucket into the path of a URL instead of the host name. The default is `true` if"
                                + " `coppice.s3.endpoint` is set: few stores other than AWS have a host name for each"
                                + " bucket."),
                rootOrEmpty(in.text(
                        "coppice.s3.root",
                        "{tenant}/",
                        "Start of all object names, so that no tenant reads another tenant's skills. `/` means no"
                                + " prefix, for an operator with one tenant.")),
                in.duration(
                        "coppice.s3.timeout",
                        "PT5S",
                        "Timeout of one request to the store, with its retries. A prompt should fail rather than wait"
                                + " longer for its skills."),
                in.number(
                        "coppice.s3.max-skills",
                        1000,
                        1,
                        10_000,
                        "Skills in one listing. Each description costs a request to the store, and no model reads a"
                                + " longer listing."));
    }

    /**
     * Returns the start of all object names as the setting {@code coppice.s3.root} gives it. A single slash means an
     * empty start, because an empty setting counts as absent.
     */
    private static String rootOrEmpty(String text) {
        return text.equals("/") ? "" : text;
    }

    private static URI address(String text) {
        try {
            return text == null ? null : URI.create(text);
        } catch (IllegalArgumentException e) {
            throw invalidEndpoint();
        }
    }

    private static IllegalArgumentException invalidEndpoint() {
        return new IllegalArgumentException("coppice.s3.endpoint must be a URL such as http://127.0.0.1:9000");
    }

    /**
     * Returns the start of all object names of a tenant: the setting {@code coppice.s3.root} with the URL-encoded name
     * of the tenant in place of {@code {tenant}}. Ends with a slash, or is empty. If the setting contains
     * {@code {tenant}}, no object name of a tenant begins with the start of another tenant, because a slash follows the
     * encoded name. If the setting does not contain it, all tenants have the same start.
     */
    public String root(String tenant) {
        return root.replace(TENANT, URLEncoder.encode(tenant, StandardCharsets.UTF_8));
    }

    /** Describes the settings for a log, without the secret key. */
    @Override
    public String toString() {
        return "S3Settings[" + endpoint + ", " + bucket + ", " + root + "]";
    }
}
