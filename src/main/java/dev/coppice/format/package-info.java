/**
 * Messages keep their sender's shape; a model's provider gets them in its own, always valid for it. What a provider has
 * no place for is told, never dropped in silence. Pure: the same messages give the same bytes.
 */
package dev.coppice.format;
