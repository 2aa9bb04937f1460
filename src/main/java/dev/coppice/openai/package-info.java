/**
 * The Conversations API of OpenAI, implemented with Coppice's sessions. A client of that API can store its histories
 * here by changing only its base URL. A conversation is a session. An item is a message, or one of the items into which
 * a message is converted. This package translates requests, responses and errors; the packages that it calls implement
 * the rules.
 */
package dev.coppice.openai;
