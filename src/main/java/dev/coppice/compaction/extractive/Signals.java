package dev.coppice.compaction.extractive;

import java.util.regex.Pattern;

/**
 * What a sentence does in a conversation, told by its wording: English, and the plainest words of a few other languages.
 * In a language it does not know nothing is told, and its words' weight alone decides.
 */
record Signals(boolean question, boolean filler, boolean decision, boolean task, boolean done, boolean own, boolean defers) {
    private static final Pattern FILLER = words(
            "^(hi|hey|hello|thanks|thank you|thx|wow|great|awesome|cool|nice|sure|ok|okay|yes|yeah|yep|no problem|bye|"
                    + "good (to|morning|night|luck|job)|glad|sounds|congrat\\w*|take care|you're welcome|you are welcome|"
                    + "(that|it)('s| is| was| sounds| must be| looks) (so |really |such |a |an )*"
                    + "(great|awesome|amazing|good|nice|cool|wonderful|lovely|inspiring|beautiful)|"
                    + "absolutely|totally|definitely|exactly|of course|i agree|can't wait|have (fun|a)|see you|let me know|"
                    + "how can i help|happy to help|i'd be happy to|hallo|danke|merci|gracias|hola)");

    private static final Pattern DECISION = words(
            "(decided|decision|chose|chosen|agreed|settled|concluded|confirmed|must|never|always|prefer\\w*|"
                    + "instead of|because|turns out|root cause|the (reason|problem|plan|goal|fix)|we (use|will use)|"
                    + "entschieden|beschlossen|décidé|decidido)|決定|决定|決め|必须|必要|결정");

    private static final Pattern TASK = words(
            "(todo|to-do|will|i'll|we'll|need to|needs to|have to|has to|must|should|remember to|don't forget|next step\\w*|"
                    + "plan to|planning to|going to|let's|pending|remains?|still open|blocked|waiting for|follow up|by "
                    + "(tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next)|"
                    + "muss|müssen|offen|il faut|hay que)|待办|需要|予定|必要があ|해야");

    private static final Pattern DONE = words("(done|finished|completed?|fixed|resolved|merged|sent|shipped|deployed|closed|"
            + "solved|works now|passed|passes|released|submitted|booked|bought|signed|erledigt|fertig)|完成|完了|解決|완료");

    private static final Pattern OWN = words("(i|we|my|our|i'm|i've|we're|we've|ich|wir|je|nous|yo)");

    private static final Pattern DEFERS = words(
            "(don't know|do not know|not sure|let me (check|see|look)|i'll (check|look|find out|get back)|get back to you|"
                    + "no idea|later|unclear|weiß nicht)");

    private static Pattern words(String words) {
        int open = words.indexOf('(');
        int close = words.lastIndexOf(')');
        var bounded = words.substring(0, open) + "(?<![\\p{L}\\p{N}])" + words.substring(open, close + 1)
                + "(?![\\p{L}\\p{N}])" + words.substring(close + 1);
        return Pattern.compile(bounded, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    static Signals of(String sentence) {
        var text = sentence.replace('’', '\'');
        return new Signals(
                isQuestion(text),
                FILLER.matcher(text).find(),
                DECISION.matcher(text).find(),
                TASK.matcher(text).find(),
                DONE.matcher(text).find(),
                OWN.matcher(text).find(),
                DEFERS.matcher(text).find());
    }

    /** A mark among the last characters, quotes and brackets behind it. */
    private static boolean isQuestion(String text) {
        for (int i = text.length() - 1; i >= Math.max(0, text.length() - 4); i--) {
            if ("?？؟".indexOf(text.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }
}
