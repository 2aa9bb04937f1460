-- Imported sessions keep the time of their creation, so the order of creation is no longer that of the row numbers.
-- H2 reads an index in its own direction only.
drop index session_by_creation;
drop index session_by_creation_back;
create index session_by_creation on session (namespace_id, created_at, id);
create index session_by_creation_back on session (namespace_id desc, created_at desc, id desc);
