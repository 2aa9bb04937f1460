/**
 * What an agent's components keep with a session: values under keys, lists that grow by appending, and one object that is
 * merged. What is saved is exactly what is read again, byte for byte, and saving costs what has changed.
 */
package dev.coppice.state;
