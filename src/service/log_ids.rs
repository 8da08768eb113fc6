//! The ids that lines of the log carry: those of the request, of the run and of the trace. Only a log that shows them
//! asks for them; for others, nothing here costs anything.

use tracing::{Span, info_span};

use crate::trace_context::TraceContext;

/// Whose lines are logged within a request.
pub(crate) fn of_request(request_id: &str, trace: Option<TraceContext>) -> Span {
    info_span!(
        target: "log_ids",
        "request",
        request_id,
        trace_id = trace.map(|trace| display(trace.trace_id())),
        span_id = trace.map(|trace| display(trace.span_id())),
    )
}

/// Whose lines are about a run.
pub(crate) fn of_run(run_id: &str, trace: Option<TraceContext>) -> Span {
    info_span!(
        target: "log_ids",
        "run",
        run_id,
        trace_id = trace.map(|trace| display(trace.trace_id())),
        span_id = trace.map(|trace| display(trace.span_id())),
    )
}
