//! The spans that give lines of the log their ids: of the request, of the run and of the trace. A log that does not show
//! ids switches these spans off, and then they cost nothing.

use tracing::{Span, info_span};

use store::TraceContext;

/// The span of a request.
pub fn of_request(request_id: &str, trace: Option<TraceContext>) -> Span {
    info_span!(
        target: "log_ids",
        "request",
        request_id,
        trace_id = trace.map(|trace| display(trace.trace_id())),
        span_id = trace.map(|trace| display(trace.span_id())),
    )
}

/// The span of what happens to a run of this owner, if that is known.
pub(crate) fn of_run(run_id: &str, owner: Option<&str>, trace: Option<TraceContext>) -> Span {
    info_span!(
        target: "log_ids",
        "run",
        run_id,
        owner,
        trace_id = trace.map(|trace| display(trace.trace_id())),
        span_id = trace.map(|trace| display(trace.span_id())),
    )
}
