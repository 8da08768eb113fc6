//! Messages of the monitoring of runs.

use crate::language::Message;

messages! { MONITORING_DIALOG;
    MONITORING: "Monitoring", "Monitoring";
    MONITORING_PERIOD: "Period", "Zeitraum";
    MONITORING_HOUR: "Last hour", "Letzte Stunde";
    MONITORING_DAY: "Last 24 hours", "Letzte 24 Stunden";
    MONITORING_WEEK: "Last 7 days", "Letzte 7 Tage";
    MONITORING_MONTH: "Last 30 days", "Letzte 30 Tage";
    MONITORING_NOT_CONNECTED: "Connect a deployment to see its runs.", "Ein Deployment verbinden, um seine Läufe zu sehen.";
    MONITORING_MISSING: "This deployment doesn’t offer monitoring.", "Dieses Deployment bietet kein Monitoring an.";
    MONITORING_PENDING: "Waiting", "Wartend";
    MONITORING_RUNNING: "Running", "Laufend";
    MONITORING_LONGEST_WAIT: "The longest wait so far is {0}.", "Am längsten wartet ein Lauf seit {0}.";
    MONITORING_PARTIAL: "Only the newest runs of this period are counted.", "Nur die neuesten Läufe dieses Zeitraums sind gezählt.";
    MONITORING_OVER_TIME: "Runs over time", "Läufe im Zeitverlauf";
    MONITORING_PER_STEP: "Up to {0} per bar", "Bis zu {0} je Balken";
    MONITORING_FAILURES: "Why runs failed", "Warum Läufe fehlschlugen";
    MONITORING_NO_REASON: "No reason reported", "Kein Grund angegeben";
    MONITORING_TIMES: "{0} run|{0} runs", "{0} Lauf|{0} Läufe";
    MONITORING_LAST: "last {0}", "zuletzt {0}";
    MONITORING_SHOW_RUN: "Show run", "Lauf zeigen";
    MONITORING_WORKFLOWS: "Workflows", "Workflows";
    MONITORING_NONE: "No runs in this period.", "Keine Läufe in diesem Zeitraum.";
    MONITORING_WAITED: "Waiting time", "Wartezeit";
    MONITORING_EXECUTED: "Run time", "Laufzeit";
    MONITORING_DURATION: "median {0}, 95% within {1}", "Median {0}, 95 % innerhalb von {1}";
    MONITORING_SLOWEST: "Slowest nodes", "Langsamste Nodes";
    MONITORING_UP_TO: "Up to {0} per run", "Bis zu {0} pro Lauf";
}
