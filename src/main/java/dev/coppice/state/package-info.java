/**
 * State that the components of an agent store with a session. There are values under keys, and one state object. A
 * value is a single JSON value, or a list that grows by appends. The state object can be changed by a merge patch.
 * Values are returned byte for byte as they were sent. The cost of a write depends only on what has changed.
 */
package dev.coppice.state;
