package dev.coppice.program;

import dev.coppice.client.Coppice;
import java.time.Duration;

/** Prints the ids of appended messages of all sessions whose ids begin with {@code kill-}, until the message {@code last}. */
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
