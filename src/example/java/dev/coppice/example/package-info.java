/**
 * A complete example of an extension: two context providers, a token counter, and an observer that redacts messages. It is
 * packed as a jar of CDI beans in the WAR's {@code WEB-INF/lib}; nothing has to be registered.
 */
package dev.coppice.example;
