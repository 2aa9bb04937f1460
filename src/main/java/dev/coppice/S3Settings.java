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
            throw new IllegalArgumentException("coppice.s3.endpoint must be a URL such as http://127.0.0.1:9000");
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
