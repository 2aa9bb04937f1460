-- What a stool keeps of its session as long as forks read its messages: by this they are found.
alter table tree
    add column left_by bigint,
    add column tenant_id integer,
    add column namespace_id bigint,
    add column user_id varchar(255) collate "C",
    add column agent varchar(255) collate "C",
    add column source varchar(255) collate "C";
create index tree_left_by on tree (left_by);
