-- What is indexed finds its session by the tree that it hangs on.
create unique index session_tree on session (tree_id);
