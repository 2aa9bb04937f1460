package dev.coppice.program;

import dev.coppice.client.Coppice;
import java.time.Duration;

/**
 * Prints the id of each message that is appended to a session whose id begins with {@code kill-}. Ends with the message
 * {@code last}.
 */
final class FollowFeed {
    private FollowFeed() {}

    public static void main(String[] arguments) {
        var coppice = Coppice.fromEnvironment().times(Duration.ofSeconds(10), Duration.ofMinutes(8));
        try (var feed = coppice.events(null)) {
            System.out.println("following");
            for (var event : feed) {
                var id = event.get("messageId");
                if ("last".equals(id)) {
                    return;
                }
                if (event.name().equals("MessageAppended")) {
                    System.out.println(event.get("sessionId") + " " + id);
                }
            }
        }
    }
}
