package dev.coppice.compaction.extractive;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a sentence does in a conversation, told by its wording: English, and the plainest words of a few other languages. In a
 * language it does not know nothing is told, and its words' weight alone decides. Linear in the sentence.
 *
 * @param filler a greeting, thanks, praise, by its first words
 * @param own the speaker tells of itself
 * @param defers an answer that is none yet
 */
record Signals(
        boolean question, boolean filler, boolean decision, boolean task, boolean done, boolean own, boolean defers) {
    private static final int FILLER = 1;
    private static final int DECISION = 2;
    private static final int TASK = 4;
    private static final int DONE = 8;
    private static final int OWN = 16;
    private static final int DEFERS = 32;

    /** Begins a pair of words that tells something. */
    private static final int PAIR = 64;

    private static final Map<String, Integer> WORDS = new HashMap<>();
    private static final Map<String, Integer> SIGNS = new HashMap<>();

    static {
        words(
                FILLER,
                "hi hey hello thanks thx wow great awesome cool nice sure ok okay yes yeah yep bye glad sounds congrats "
                        + "congratulations absolutely totally definitely exactly that's hallo danke merci gracias hola");
        pairs(
                FILLER,
                "thank you,no problem,good to,good morning,good night,good luck,good job,take care,you're welcome,"
                        + "of course,i agree,can't wait,have fun,have a,see you,let me,how can,happy to,i'd be,that sounds,"
                        + "that is,that must,it sounds,it's so");
        words(
                DECISION,
                "decided decision chose chosen agreed settled concluded confirmed must never always prefer prefers because "
                        + "entschieden beschlossen décidé decidido");
        pairs(
                DECISION,
                "instead of,turns out,root cause,the reason,the problem,the plan,the goal,the fix,we use,will use");
        words(TASK, "todo to-do will i'll we'll must pending remains remain blocked muss müssen offen pendiente");
        pairs(
                TASK,
                "we should,i should,you should,"
                        + "need to,needs to,have to,has to,remember to,don't forget,next step,next steps,plan to,planning to,going to,"
                        + "let's see,still open,waiting for,follow up,by tomorrow,by monday,by tuesday,by wednesday,"
                        + "by thursday,by friday,by saturday,by sunday,by next,il faut,hay que");
        words(
                DONE,
                "done finished complete completed fixed resolved merged sent shipped deployed closed solved passed passes "
                        + "released submitted booked bought signed erledigt fertig");
        pairs(DONE, "works now");
        words(OWN, "i we my our i'm i've i'll we're we've ich wir je nous yo");
        words(DEFERS, "later unclear");
        pairs(
                DEFERS,
                "don't know,not know,not sure,me check,me see,me look,i'll check,i'll look,i'll find,i'll get,get back,"
                        + "no idea,weiß nicht");
        List.of("決定", "决定", "決め", "必须", "결정").forEach(sign -> SIGNS.put(sign, DECISION));
        List.of("待办", "需要", "予定", "必要", "해야").forEach(sign -> SIGNS.put(sign, TASK));
        List.of("完成", "完了", "解決", "완료").forEach(sign -> SIGNS.put(sign, DONE));
    }

    private static void words(int bit, String words) {
        for (var word : words.split(" ")) {
            WORDS.merge(word, bit, (one, other) -> one | other);
        }
    }

    private static void pairs(int bit, String pairs) {
        for (var pair : pairs.split(",")) {
            words(PAIR, pair.substring(0, pair.indexOf(' ')));
            WORDS.merge(pair, bit, (one, other) -> one | other);
        }
    }

    static Signals of(String sentence) {
        var text = sentence.toLowerCase(Locale.ROOT).replace('’', '\'');
        int bits = signs(text);
        var before = "";
        boolean first = true;
        for (int at = 0; at < text.length(); ) {
            if (!isPart(text.charAt(at))) {
                at++;
                continue;
            }
            int from = at;
            while (at < text.length() && isPart(text.charAt(at))) {
                at++;
            }
            var word = text.substring(from, at);
            int told = WORDS.getOrDefault(word, 0);
            int both = before.isEmpty() ? 0 : WORDS.getOrDefault(before + " " + word, 0);
            boolean second = !before.isEmpty() && !first && (bits & PAIR) != 0;
            bits |= (told | both) & ~FILLER & ~PAIR;
            bits |= first ? told & (FILLER | PAIR) : second ? both & FILLER : 0;
            bits = first ? bits : bits & ~PAIR;
            before = (told & PAIR) != 0 ? word : "";
            first = false;
        }
        return new Signals(
                isQuestion(text),
                (bits & FILLER) != 0,
                (bits & DECISION) != 0,
                (bits & TASK) != 0,
                (bits & DONE) != 0,
                (bits & OWN) != 0,
                (bits & DEFERS) != 0);
    }

    private static boolean isPart(char c) {
        return c >= 'a' && c <= 'z' || c == '\'' || c == '-' || c > 127 && Character.isLetter(c);
    }

    /** Signs of scripts without blanks, which are looked for only where there are such. */
    private static int signs(String text) {
        if (text.chars().noneMatch(c -> c >= 0x2E80)) {
            return 0;
        }
        int bits = 0;
        for (var sign : SIGNS.entrySet()) {
            bits |= text.contains(sign.getKey()) ? sign.getValue() : 0;
        }
        return bits;
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
