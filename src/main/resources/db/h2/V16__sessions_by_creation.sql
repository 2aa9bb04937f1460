-- For lists of sessions in the order of creation. H2 reads an index in its own direction only.
create index session_by_creation on session (namespace_id, id);
create index session_by_creation_back on session (namespace_id desc, id desc);
