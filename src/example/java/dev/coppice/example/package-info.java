/**
 * A complete example of an extension. It contains two context providers, a token counter, and an observer that redacts
 * messages. It is packed as a jar of CDI beans in the WAR's {@code WEB-INF/lib}. Nothing has to be registered.
 */
package dev.coppice.example;
