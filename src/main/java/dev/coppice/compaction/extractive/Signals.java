package dev.coppice.compaction.extractive;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What the wording of a sentence shows about its role in the conversation. Recognizes English, and a few words of other
 * languages. For any other language all components except {@code question} are false, and the sentence is rated by its
 * words. Takes time linear in the sentence's length.
 *
 * @param question true if the sentence is a question
 * @param filler true if it begins like a greeting, thanks or praise
 * @param decision true if it reports a decision
 * @param task true if it names something to be done
 * @param done true if it reports that something is done
 * @param own true if the speaker speaks about themselves
 * @param defers true if it postpones an answer
 */
record Signals(
        boolean question, boolean filler, boolean decision, boolean task, boolean done, boolean own, boolean defers) {
    /** Matches a question mark that is at most three characters before the end, for example before a closing quote. */
    private static final Pattern QUESTION = Pattern.compile("[?？؟].{0,3}$");

    private static final Pattern FILLER = pattern(
            "^[^\\p{L}'-]*",
            """
            hi|hey|hello|thanks|thx|wow|great|awesome|cool|nice|sure|ok|okay|yes|yeah|yep|bye|glad|sounds|congrats|\
            congratulations|absolutely|totally|definitely|exactly|that's|hallo|danke|merci|gracias|hola|thank you|no problem|\
            good to|good morning|good night|good luck|good job|take care|you're welcome|of course|i agree|can't wait|\
            have fun|have a|see you|let me|how can|happy to|i'd be|that sounds|that is|that must|it sounds|it's so""");
    private static final Pattern DECISION = pattern(
            "決定|决定|決め|必须|결정|",
            """
            decided|decision|chose|chosen|agreed|settled|concluded|confirmed|must|never|always|prefer|prefers|because|\
            instead of|turns out|root cause|the reason|the problem|the plan|the goal|the fix|we use|will use|\
            entschieden|beschlossen|décidé|decidido""");
    private static final Pattern TASK = pattern(
            "待办|需要|予定|必要|해야|",
            """
            todo|to-do|will|i'll|we'll|must|pending|remains|remain|blocked|we should|i should|you should|need to|\
            needs to|have to|has to|remember to|don't forget|next step|next steps|plan to|planning to|going to|\
            let's see|still open|waiting for|follow up|by tomorrow|by monday|by tuesday|by wednesday|by thursday|\
            by friday|by saturday|by sunday|by next|muss|müssen|il faut|offen|pendiente|hay que""");
    private static final Pattern DONE = pattern(
            "完成|完了|解決|완료|",
            """
            done|finished|complete|completed|fixed|resolved|merged|sent|shipped|deployed|closed|solved|passed|passes|\
            released|submitted|booked|bought|signed|works now|erledigt|fertig""");
    private static final Pattern OWN = pattern("", "i|we|my|our|i'm|i've|i'll|we're|we've|ich|wir|je|nous|yo");
    private static final Pattern DEFERS = pattern(
            "",
            """
            later|unclear|don't know|not know|not sure|me check|me see|me look|i'll check|i'll look|i'll find|i'll get|\
            get back|no idea|weiß nicht""");

    /**
     * Compiles a pattern that matches whole words.
     *
     * @param prefix regular expression before the words. Either it limits where in the sentence they match, or it lists
     *     alternatives that need not be whole words, for scripts without spaces; these end with {@code |}
     * @param words alternatives, in which a space matches any characters between two words
     */
    private static Pattern pattern(String prefix, String words) {
        var anyWord = "(?:" + words.replace(" ", "[^\\p{L}'-]+") + ")";
        return Pattern.compile(prefix + "(?<![\\p{L}'-])" + anyWord + "(?![\\p{L}'-])");
    }

    static Signals of(String sentence) {
        var text = sentence.toLowerCase(Locale.ROOT).replace('’', '\'');
        return new Signals(
                QUESTION.matcher(text).find(),
                FILLER.matcher(text).find(),
                DECISION.matcher(text).find(),
                TASK.matcher(text).find(),
                DONE.matcher(text).find(),
                OWN.matcher(text).find(),
                DEFERS.matcher(text).find());
    }
}
