-- Sessions that are no more, as long as the log has more of them than that; before, their trees knew them.
create table ended_session (
    session_pk bigint not null,
    ended_at   bigint not null,
    primary key (session_pk)
);
create index ended_session_at on ended_session (ended_at);
insert into ended_session (session_pk, ended_at)
select distinct session_pk, purge_at from tree where session_pk is not null and purge_at is not null;
alter table tree drop column session_pk;
