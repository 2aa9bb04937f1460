-- Up to which position the events of a session were trimmed away; none for a session of which nothing is gone.
create table session_trim (
    session_pk       bigint not null,
    trimmed_position bigint not null,
    primary key (session_pk)
);
-- What was trimmed before may have been anybody's.
insert into session_trim (session_pk, trimmed_position)
select s.id, t.trimmed_position from session s cross join event_trim t where t.trimmed_position > 0;
