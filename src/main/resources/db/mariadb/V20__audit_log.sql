-- Administrative acts, erasures and the use of tokens; the details are a JSON object.
create table audit_entry (
    id           bigint not null auto_increment,
    tenant_id    integer not null,
    created_at   bigint not null,
    action       varchar(64) not null,
    actor_tenant varchar(255),
    actor_token  varchar(255),
    actor_name   varchar(255),
    target       varchar(255),
    details      varbinary(4000),
    primary key (id)
) engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin;
create index audit_entry_tenant on audit_entry (tenant_id, id);
create index audit_entry_age on audit_entry (created_at);
-- Locked by a transaction that adds an entry, so that the order of the ids is that of the commits.
insert into lease (name) values ('audit-order');
insert into lease (name) values ('audit');
