//! The playground: the page that makes a form of a workflow, runs it and shows the queue.
