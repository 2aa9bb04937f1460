-- True as long as the import of a session is not complete.
alter table session add column importing boolean default false not null;
