package dev.coppice;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Where skill documents lie. Only whoever runs the server says so: an address that came from an agent would let its author
 * knock at the doors of the server's own network.
 *
 * @param endpoint of a store other than AWS, or null
 * @param bucket or null when there is no store
 * @param accessKey or null for what the SDK finds by itself: environment, profile, container, instance
 * @param secretKey or null
 * @param root what stands before the prefix of every block
 * @param timeout of one request to the store, its repetitions included
 * @param maxSkills that one listing has
 */
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
                    "coppice.s3.root must end with a slash, and so must " + TENANT + " in it");
        }
        if ((accessKey == null) != (secretKey == null)) {
            throw new IllegalArgumentException("coppice.s3.access-key and coppice.s3.secret-key need each other");
        }
        if (endpoint != null
                && (endpoint.getHost() == null
                        || !String.valueOf(endpoint.getScheme()).startsWith("http"))) {
            throw noEndpoint();
        }
    }

    private static IllegalArgumentException noEndpoint() {
        return new IllegalArgumentException("coppice.s3.endpoint must be a URL such as http://127.0.0.1:9000");
    }

    /** All of it is optional: without a bucket there is no store. */
    static S3Settings of(SettingsReader in) {
        // Absent is AWS; then the region says where. Other stores take any region, and know buckets by their paths.
        var endpoint = in.text("coppice.s3.endpoint", null);
        // Each tenant has a folder of its own. A slash alone is no folder: for an operator with one tenant, because an
        // empty value counts as none.
        var root = in.text("coppice.s3.root", "{tenant}/");
        return new S3Settings(
                address(endpoint),
                in.text("coppice.s3.region", "us-east-1"),
                in.text("coppice.s3.bucket", null),
                // Absent are whatever credentials the SDK finds: environment, profile, container, instance.
                in.text("coppice.s3.access-key", null),
                in.text("coppice.s3.secret-key", in.content("coppice.s3.secret-key-file")),
                in.flag("coppice.s3.path-style", endpoint != null),
                root.equals("/") ? "" : root,
                // A prompt that waits longer for its listing of skills is better told so.
                in.duration("coppice.s3.timeout", "PT5S"),
                // A description costs a request to the store; a listing of more is nothing that a model reads.
                in.number("coppice.s3.max-skills", 1000, 1, 10_000));
    }

    private static URI address(String text) {
        try {
            return text == null ? null : URI.create(text);
        } catch (IllegalArgumentException e) {
            throw noEndpoint();
        }
    }

    /**
     * What all names of a tenant's objects begin with. No tenant's begins with another's: a tenant is written with its
     * slashes encoded, and ends at one.
     */
    public String root(String tenant) {
        return root.replace(TENANT, URLEncoder.encode(tenant, StandardCharsets.UTF_8));
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "S3Settings[" + endpoint + ", " + bucket + ", " + root + "]";
    }
}
