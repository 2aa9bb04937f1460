/**
 * Tests of what is delivered: the server zip, the image's build steps, jars in the directory of extensions, and the
 * example project. They run in the profile {@code packaging}.
 */
package dev.coppice.packaging;
