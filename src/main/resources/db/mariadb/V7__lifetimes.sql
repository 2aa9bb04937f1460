-- The entries of one session's blocks, which a session that was made after another one begins with.
create index context_entry_session on context_entry (session_pk);
