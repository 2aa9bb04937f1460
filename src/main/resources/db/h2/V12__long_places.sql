-- The Location of a session: a character of its names is up to twelve in there.
alter table idempotent_call alter column headers set data type varchar(8000);
