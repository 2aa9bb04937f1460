package dev.coppice.format;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Creates random conversations: complete and broken tool calls in all formats, other messages of these formats between
 * them, empty and unknown parts, repeated ids, unusual names, and summaries of any range. Texts are {@code said
 * <number>}.
 */
final class Conversations {
    private static final String[] CALLS = {
        "call.1:0", "functions.search:0", "x".repeat(80), "é", "call_0", "same", "", "toolu_01", "a/b"
    };
    private static final String[] TOOLS = {"search", "web.search", "übersetze", "t".repeat(70), "", "a b"};
    private static final String[] INPUTS = {"{}", "{'q':[1,2.50]}", "[1]", "'text'", "7", "null"};

    private final Random random;
    private final List<String> messages = new ArrayList<>();
    private int number;

    private Conversations(long seed) {
        this.random = new Random(seed);
        var tools = random.nextBoolean() ? ToolConversations.whole(seed) : ToolConversations.broken(seed);
        for (var tool : tools) {
            for (int i = random.nextInt(3); i > 0; i--) {
                other();
            }
            messages.add(new String(tool, StandardCharsets.UTF_8).replace('"', '\''));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            other();
        }
    }

    /** Returns a prefix of a conversation, with summaries in place of the messages that they replace. */
    static List<byte[]> of(long seed) {
        var conversation = new Conversations(seed);
        var view = new ArrayList<>(
                conversation.messages.subList(0, conversation.random.nextInt(conversation.messages.size() + 1)));
        for (int i = conversation.random.nextInt(3); i > 0 && !view.isEmpty(); i--) {
            int from = conversation.random.nextBoolean() ? 0 : conversation.random.nextInt(view.size());
            int to = from + conversation.random.nextInt(view.size() - from) + 1;
            view.subList(from, to).clear();
            view.add(from, "{'id':'compaction_" + i + "','role':'assistant','parts':[" + conversation.text() + "]}");
        }
        return view.stream()
                .map(message -> message.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private String text() {
        return "{'type':'text','text':'" + said() + "'}";
    }

    private String said() {
        return "said " + number++ + (random.nextInt(4) == 0 ? " \\n" : "");
    }

    private String any(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private void add(String members) {
        var id = random.nextInt(12) == 0 ? "twice" : "t" + number++;
        messages.add("{'id':'" + id + "'," + members + "}");
    }

    private void other() {
        switch (random.nextInt(10)) {
            case 0 -> add("'role':'user','content':'" + said() + "','metadata':{'n':1.50}");
            case 1 -> add("'role':'assistant','content':'" + said() + "','reasoning_content':'hm','audio':{'id':'a'}");
            case 2 -> add("'role':'" + any("system", "developer", "critic", "tool", "SYSTEM") + "','content':'" + said()
                    + "'");
            case 3 -> add("'role':'" + any("user", "assistant", "tool", "system") + "','content':"
                    + any(
                            "''",
                            "[]",
                            "null",
                            "' '",
                            "[null,1,{},[[1]]]",
                            "[{'type':7},{'type':'text'},{'type':'text','text':7}]",
                            "[{'type':'tool_use'},{'type':'tool_result'},{'type':'image'}]",
                            "null,'tool_calls':[null,1,[],{'id':7,'function':'x'},{'function':{'arguments':{}}}]"));
            case 4 -> add(
                    "'role':'" + any("user", "assistant", "assistant", "tool", "system") + "','parts':" + uiParts());
            case 5 -> add("'role':'" + any("user", "assistant") + "','content':" + blocks());
            case 6 -> add("'role':'" + any("USER", "ASSISTANT", "TOOL") + "','name':'ada','content':" + blocks());
            case 7 -> {
                var id = any(CALLS);
                var call = "{'id':'" + id + "','type':'function','function':{'name':'" + any(TOOLS) + "','arguments':'"
                        + any("{}", "{ }", "", "{broken", "[1]") + "'}}";
                var custom = call.replace("function", "custom").replace("arguments", "input");
                add("'role':'assistant','content':" + any("null", "'" + said() + "'") + ",'tool_calls':["
                        + any(call, custom) + "]");
                add("'role':'tool','tool_call_id':'" + id + "','content':" + any("''", "'v'", "[" + text() + "]"));
            }
            case 8 -> {
                var id = any(CALLS);
                add("'role':'assistant','content':[" + any(thoughts()) + ",{'type':'tool_use','id':'" + id
                        + "','name':'" + any(TOOLS) + "','input':" + any(INPUTS) + "}]");
                add("'role':'user','content':[" + text() + ",{'type':'tool_result','tool_use_id':'" + id
                        + "','is_error':true,'content':" + any("''", "'v'", "[" + any(media()) + "," + text() + "]")
                        + "}]");
            }
            default -> add(
                    "'role':'user','content':[{'type':'input_text','text':'" + said() + "'}," + any(media()) + "]");
        }
    }

    private String uiParts() {
        var parts = new ArrayList<String>();
        for (int i = random.nextInt(5); i > 0; i--) {
            parts.add(
                    switch (random.nextInt(8)) {
                        case 0 -> "{'type':'step-start'}";
                        case 1 -> "{'type':'reasoning','text':'hm'}";
                        case 2 -> "{'type':'data-weather','data':{'t':1}}";
                        case 3 -> any(media());
                        case 4 -> any(
                                "{'type':'source-url','sourceId':'s','url':'https://x.example'}",
                                "{'type':'source-url'}",
                                "{'type':'source-document','sourceId':'s'}",
                                "{'type':'data-empty'}");
                        case 5 -> "{'type':'tool-" + any(TOOLS) + "','toolCallId':'" + any(CALLS)
                                + "','state':'" + any("output-available", "output-error", "input-available", "odd")
                                + "','input':" + any(INPUTS)
                                + any(",'output':{'a':1}", ",'errorText':'no'", "", ",'output':1,'errorText':'no'")
                                + "}";
                        case 6 -> "{'type':'reasoning','text':'hm','providerMetadata':{'anthropic':{'signature':'s'}}}";
                        default -> text();
                    });
        }
        return "[" + String.join(",", parts) + "]";
    }

    private String blocks() {
        var parts = new ArrayList<String>();
        for (int i = random.nextInt(4); i > 0; i--) {
            parts.add(random.nextInt(3) > 0 ? text() : random.nextBoolean() ? any(media()) : any(thoughts()));
        }
        return "[" + String.join(",", parts) + "]";
    }

    private static String[] thoughts() {
        return new String[] {
            "{'type':'thinking','thinking':'hm','signature':'s'}",
            "{'type':'thinking','thinking':'hm'}",
            "{'type':'redacted_thinking','data':'xyz'}",
            "{'type':'reasoning','id':'rs','summary':[{'type':'summary_text','text':'hm'}],'encrypted_content':'e'}",
            "{'type':'reasoning','id':'rs','summary':[]}",
            "{'type':'server_tool_use','id':'srv','name':'web_search','input':{}}",
            "{'type':'text','text':'cached','cache_control':{'type':'ephemeral'}}",
            "{'type':'text','text':' ','cache_control':{'type':'ephemeral'}}"
        };
    }

    private static String[] media() {
        return new String[] {
            "{'type':'image_url','image_url':{'url':'https://x.example/a.png','detail':'low'}}",
            "{'type':'image_url','image_url':{'url':'file:///etc/passwd'}}",
            "{'type':'image_url','image_url':{}}",
            "{'type':'image_url','image_url':{'url':'data:text/plain,hello'}}",
            "{'type':'image_url','image_url':{'url':'data:image/png;base64,'}}",
            "{'type':'image','source':{'type':'url','url':'data:application/pdf;base64,AAAA'}}",
            "{'type':'file','mediaType':'image/heic','url':'data:image/heic;base64,AAAA'}",
            "{'type':'file','mediaType':'image/*','url':'HTTPS://X.example/a.png'}",
            "{'type':'input_audio','input_audio':{'data':'AAAA','format':'wav'}}",
            "{'type':'input_audio','input_audio':{'data':'AAAA','format':'ogg'}}",
            "{'type':'file','file':{'file_id':'file-1'}}",
            "{'type':'file','file':{'filename':'a.pdf','file_data':'data:application/pdf;base64,AAAA'}}",
            "{'type':'input_image','image_url':'data:image/png;base64,iVBORw0K'}",
            "{'type':'input_file','file_id':'file-2'}",
            "{'type':'image','source':{'type':'base64','media_type':'image/png','data':'iVBORw0K'}}",
            "{'type':'image','source':{'type':'base64','media_type':'image/bmp','data':'AAAA'}}",
            "{'type':'image','source':{'type':'url','url':'https://x.example/b.png'}}",
            "{'type':'document','title':'d','source':{'type':'text','media_type':'text/plain','data':'words'}}",
            "{'type':'document','source':{'type':'base64','media_type':'application/pdf','data':'AAAA'}}",
            "{'type':'document','source':{'type':'file','file_id':'f'}}",
            "{'type':'audio','source':{'type':'base64','media_type':'audio/mp3','data':'AAAA'}}",
            "{'type':'video','source':{'type':'url','url':'https://x.example/v.mp4'}}",
            "{'type':'image','image':'iVBORw0K'}",
            "{'type':'file','mediaType':'image/jpeg','url':'data:image/jpeg;base64,/9j/'}",
            "{'type':'file','mediaType':'text/csv','url':'https://x.example/t.csv','filename':'t.csv'}",
            "{'type':'file','mediaType':'application/pdf','data':'AAAA'}",
            "{'type':'file','mediaType':'/','url':'data:;;base64,AAAA'}",
            "{'type':'file','mediaType':'text/plain','url':'data:text/plain;base64,A'}",
            "{'type':'file','mediaType':'text/plain','url':'data:text/plain;base64,d29yZHM='}",
            "{'type':'image','source':{'type':'base64','media_type':'image/png','data':''}}",
            "{'type':'image','source':{'type':'url','url':' '}}",
            "{'type':'file','mediaType':'image/png','url':''}"
        };
    }
}
