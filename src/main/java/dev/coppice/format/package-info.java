/**
 * Message formats: one parser for the stored messages of all formats, and a writer for each format. The parsed form is
 * {@link dev.coppice.format.ParsedMessage}, which holds the parts of a message as slices of its bytes. Token counts,
 * previews, search texts, tool pairs, truncation, pair repair, skill calls, transcripts and conversions are all derived
 * from it. So either all of them support a form of a part or none does. Stored messages keep the format of their
 * sender. A conversion reports everything that it cannot convert. The same messages always give the same results, byte
 * for byte.
 *
 * <p>{@code ParsedPart} offers these values, whatever the format: its {@code kind}; its {@code text}; the
 * {@code summary} of reasoning; {@code json} and {@code members} for everything else. For a tool call or result it
 * offers {@code callId}; {@code tool}, with the variants {@code calledTool} and {@code searchedTool}; {@code input};
 * the output as {@code returned}, as {@code output} with errors, or as {@code outputs} if there are several;
 * {@code state}, {@code isWaiting} and {@code isError}; and {@code isCustomCall}, whether the input is a text.
 * {@code otherResult} is for parts that are not about tools. {@code ParsedMessage} offers the members of the whole
 * message, such as {@code role}, {@code createdAt} and {@code answeredCallId}, and its parts as {@code groups}.
 *
 * <p>To support another form of a tool call or result, change these files, in this order: (1) {@code PartKind}: add the
 * part's {@code type} to {@code of}. Check both lists of signs, each on its own: a part about a tool must contain a
 * string of {@code TOOL_SIGNS}, and a result must contain one of {@code RESULT_SIGNS} as well; if it contains none, add
 * one. (2) {@code ParsedPart}: add its members to {@code callId}, {@code tool}, {@code input} and {@code returned}; if
 * its output has a member of another name, also to {@code OUTPUTS} and {@code ALL_OUTPUTS}, which truncation uses;
 * {@code isError} if it marks failures in another way. (3) {@code ToolMark}: add its format to {@code format}. (4)
 * {@code Interruption}: create its result. A result must have the type that belongs to its call, or the provider
 * refuses the conversation; for functions and
 * custom tools of OpenAI's Responses API it is the type of the call with {@code _output}. (5)
 * {@code ToolContent}: convert its arguments or output, unless {@code call} and {@code result} already do.
 *
 * <p>If the form is in none of the message members {@code parts}, {@code content} and {@code tool_calls},
 * {@code MessageParser} must parse it too. These names also stand where each member has rules of its own:
 * {@code MessageTexts.member} (tokens, preview, search), {@code MessageChecker.member}, {@code TranscriptLines} and
 * {@code ModelMessageReader}. A call or result that is a member by itself, and not an array of parts, is like
 * {@code ParsedMessage.functionCall}.
 *
 * <p>An item of OpenAI's Responses API also needs its prefix in {@code ItemMessages} and its status in
 * {@code ResponseItem}. An item that is only to be kept together with its output, but not converted, needs an entry in
 * {@code ToolMark}, and the form of its output in {@code Interruption}; {@code ClientCallsTest} checks it.
 * {@code ContentReader} and the writers work by kind and need no change. The console has a parser of its own, in
 * JavaScript: {@code transcript/blocks.js} in {@code src/main/webapp/console}.
 *
 * <p>To support another form of a file, add its {@code type} to {@code PartKind} and its members to
 * {@code MediaReader}; {@code MediaRates} has its tokens.
 *
 * <p>Then add the form to {@code MessageForms} or {@code FileForms} in the tests: {@code MessageFormsTest} checks it in
 * all consumers.
 */
package dev.coppice.format;
