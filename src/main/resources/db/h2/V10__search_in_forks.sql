-- What a stool keeps of its session as long as forks read its messages: by this they are found.
alter table tree add column left_by bigint;
alter table tree add column tenant_id integer;
alter table tree add column namespace_id bigint;
alter table tree add column user_id varchar(510);
alter table tree add column agent varchar(510);
alter table tree add column source varchar(510);
create index tree_left_by on tree (left_by);
