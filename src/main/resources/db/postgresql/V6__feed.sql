-- A reader of one session's events finds them by their positions, however many the session has. Ids rise in the same
-- order, so whoever looked for them by session alone is served as before.
drop index event_session;
create index event_session on event_log (session_pk, position, id);

-- Behind this position the event log is complete; one row, locked by whoever trims.
create table event_trim (
    id               integer not null,
    trimmed_position bigint not null,
    primary key (id)
);
insert into event_trim (id, trimmed_position) values (1, 0);

-- How far each node's search index has come, and when the node said so.
create table index_checkpoint (
    node             varchar(64) collate "C" not null,
    indexed_position bigint not null,
    seen_at          bigint not null,
    primary key (node)
);
