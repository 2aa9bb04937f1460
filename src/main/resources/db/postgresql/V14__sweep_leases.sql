-- One node at a time purges runs and keyed state, as it does messages and context.
insert into lease (name) values ('runs');
insert into lease (name) values ('state');
