-- For lists of sessions in the order of creation.
create index session_by_creation on session (namespace_id, id);
