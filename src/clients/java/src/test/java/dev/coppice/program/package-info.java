/** Programs that the tests of the root project run beside servers that they kill and restart. */
package dev.coppice.program;
