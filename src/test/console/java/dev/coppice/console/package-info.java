/**
 * Stories of the console, driven in Chromium like a person would: with mouse and keyboard, on a real server with H2. Run
 * them with {@code mvn verify -Pconsole}. Every page must be free of errors of accessibility, of dialogs, of requests to
 * other servers and of violations of the content security policy; see {@link dev.coppice.console.ConsolePage}.
 */
package dev.coppice.console;
