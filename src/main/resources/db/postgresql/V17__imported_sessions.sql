-- Imported sessions keep the time of their creation, so the order of creation is no longer that of the row numbers.
drop index session_by_creation;
create index session_by_creation on session (namespace_id, created_at, id);
