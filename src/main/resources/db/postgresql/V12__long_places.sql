-- The Location of a session: a character of its names is up to twelve in there.
alter table idempotent_call alter column headers type varchar(8000) collate "C";
