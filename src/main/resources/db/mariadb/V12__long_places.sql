-- The Location of a session: a character of its names is up to twelve in there.
alter table idempotent_call modify column headers varchar(8000) not null;
