/**
 * A complete example of an extension. It contains two context providers, a token counter, a summarizer, and an observer
 * that redacts messages. It is packed as a jar of CDI beans. Nothing has to be registered.
 */
package dev.coppice.example;
