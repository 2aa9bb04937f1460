/**
 * State that the components of an agent store with a session: values under keys, where a value is a single JSON value
 * or a list that grows by appends; and one state object, which can be merged with a patch. Values are returned byte for
 * byte as they were sent. The cost of a write depends only on what has changed.
 */
package dev.coppice.state;
