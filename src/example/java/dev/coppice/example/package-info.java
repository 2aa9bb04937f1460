/**
 * An extension of Coppice, whole and small: a context provider, a token counter, and an observer that redacts. It is a jar
 * of CDI beans beside Coppice's own; nothing has to be registered anywhere.
 */
package dev.coppice.example;
