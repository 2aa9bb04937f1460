/**
 * Fuzzing of everything that parses bytes of a client, a provider or a model: {@code Parser} calls one parser,
 * {@code ParsersFuzz} feeds it with Jazzer (profile {@code chaos}), {@code ParserCorpusTest} replays what was found in
 * each build. The classes {@code …Parsing} in the packages of the parsers call what is not public. Some compare more
 * than the absence of exceptions: what is written is JSON, and reads as what was written.
 */
package dev.coppice.fuzz;
