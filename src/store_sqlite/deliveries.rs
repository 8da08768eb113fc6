//! The deliveries of webhooks: which are due, how their attempts end, and their list. A lane has the deliveries of one
//! key to one origin. It has a row while deliveries are pending.

mod attempts;
mod due;

use crate::error::SqliteError;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures_util::stream::BoxStream;
use rusqlite::{Connection, Row, params};

pub(super) use due::unblock;

use super::times::{parsed, text, time, time_if_any};
use super::{SqliteStore, audit};
use store::AuditRecord;
use store::DeliveryStore;
use store::Reach;
use store::StoreError;
use store::{
    AttemptInFlight, AttemptLimits, DeliveryFilter, DeliveryRecord, DeliveryState, DueDelivery,
    EndedAttempt,
};

/// The maximum number of rows in one change, so that other changes do not wait long.
const AT_ONCE: usize = 1000;

/// The condition for deliveries about runs of these workflows.
const OF_WORKFLOWS: &str = "(?3 IS NULL OR workflow_id IN (SELECT value FROM json_each(?3)))";

#[async_trait]
impl DeliveryStore for SqliteStore {
    async fn follow_deliveries(&self) -> Result<BoxStream<'static, ()>, StoreError> {
        Ok(self.writer.news().deliveries())
    }

    async fn schedule_deliveries(&self) -> Result<(), StoreError> {
        self.write(due::schedule_all).await
    }

    async fn due_deliveries(
        &self,
        now: DateTime<Utc>,
        in_flight: Vec<AttemptInFlight>,
        limits: AttemptLimits,
    ) -> Result<Vec<DueDelivery>, StoreError> {
        self.read(move |connection| due::choose(connection, now, &in_flight, limits))
            .await
    }

    async fn next_delivery(
        &self,
        after: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.read(move |connection| {
            let sql = "SELECT min(next_at) FROM delivery_lanes WHERE next_at > ?1";
            let mut statement = connection.prepare_cached(sql)?;
            let next: Option<String> = statement.query_row([text(after)], |row| row.get(0))?;
            Ok(next.as_deref().and_then(parsed))
        })
        .await
    }

    async fn set_delivery_body(&self, number: i64, body: &str) -> Result<bool, StoreError> {
        let body = body.to_owned();
        self.write(move |connection| {
            let sql = "UPDATE deliveries SET body = ?2 WHERE number = ?1 AND state = 'pending'";
            let mut statement = connection.prepare_cached(sql)?;
            Ok(statement.execute(params![number, body])? > 0)
        })
        .await
    }

    async fn end_attempt(&self, attempt: EndedAttempt) -> Result<(), StoreError> {
        self.write(move |connection| attempts::end(connection, attempt))
            .await
    }

    async fn deliveries(
        &self,
        filter: DeliveryFilter,
    ) -> Result<(u64, Vec<DeliveryRecord>), StoreError> {
        self.read(move |connection| page(connection, &filter)).await
    }

    async fn replay(
        &self,
        reach: &Reach,
        id: Option<&str>,
        now: DateTime<Utc>,
        line: AuditRecord,
    ) -> Result<usize, StoreError> {
        let (reach, id) = (reach.clone(), id.map(str::to_owned));
        let mut replayed = 0;
        loop {
            let (reach, id) = (reach.clone(), id.clone());
            // One line for all deliveries.
            let line = (replayed == 0).then(|| line.clone());
            let change = self.write(move |connection| {
                let count = again(connection, &reach, id.as_deref(), now)?;
                if let Some(line) = line.filter(|_| count > 0) {
                    audit::add(connection, &line)?;
                }
                Ok(count)
            });
            let count = change.await?;
            replayed += count;
            if count < AT_ONCE {
                self.writer.news().announce_due_deliveries();
                return Ok(replayed);
            }
        }
    }

    async fn forget_deliveries(
        &self,
        delivered: DateTime<Utc>,
        failed: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        for (state, before) in [
            (DeliveryState::Delivered, delivered),
            (DeliveryState::Failed, failed),
        ] {
            while self.forget_some(state, before).await? == AT_ONCE {}
        }
        Ok(())
    }
}

impl SqliteStore {
    async fn forget_some(
        &self,
        state: DeliveryState,
        before: DateTime<Utc>,
    ) -> Result<usize, StoreError> {
        self.write(move |connection| {
            let sql = "DELETE FROM deliveries WHERE number IN (
                    SELECT number FROM deliveries WHERE state = ?1 AND ended_at < ?2 LIMIT ?3
                )";
            let values = params![state.name(), text(before), AT_ONCE as i64];
            Ok(connection.prepare_cached(sql)?.execute(values)?)
        })
        .await
    }
}

/// Makes one delivery pending again, or some that failed. They are like new ones, but keep their ids.
fn again(
    connection: &Connection,
    reach: &Reach,
    id: Option<&str>,
    now: DateTime<Utc>,
) -> Result<usize, SqliteError> {
    let chosen = match id {
        Some(_) => "owner = ?1 AND id = ?2",
        None => "owner = ?1 AND ?2 IS NULL AND state = 'failed'",
    };
    let sql = format!(
        "SELECT number, run_id, url, origin, owner FROM deliveries WHERE {chosen} AND {OF_WORKFLOWS} LIMIT ?4"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let values = params![reach.owner, id, reach.workflows_json(), AT_ONCE as i64];
    let rows = statement.query_map(values, |row| {
        let texts: [String; 4] = [row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?];
        Ok((row.get::<_, i64>(0)?, texts))
    })?;
    let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
    for (number, [run_id, url, origin, owner]) in &rows {
        let sql = "UPDATE deliveries SET state = 'pending', body = NULL, attempts = 0, status = NULL, reason = NULL,
                queued_at = ?2, due_at = NULL, first_attempt_at = NULL, last_attempt_at = NULL, ended_at = NULL
             WHERE number = ?1";
        let mut statement = connection.prepare_cached(sql)?;
        statement.execute(params![number, text(now)])?;
        due::line_up(connection, run_id, url, now)?;
        due::schedule(connection, owner, origin)?;
    }
    Ok(rows.len())
}

fn page(
    connection: &Connection,
    filter: &DeliveryFilter,
) -> Result<(u64, Vec<DeliveryRecord>), SqliteError> {
    let state = filter.state.map(DeliveryState::name);
    // Conditions that SQLite can look up in an index.
    let condition = match state {
        Some(_) => "owner = ?1 AND state = ?2",
        None => "owner = ?1 AND ?2 IS NULL",
    };
    let workflows = filter.reach.workflows_json();
    let sql = format!("SELECT count(*) FROM deliveries WHERE {condition} AND {OF_WORKFLOWS}");
    let whose = params![filter.reach.owner, state, workflows];
    let count: i64 = connection.query_row(&sql, whose, |row| row.get(0))?;
    let sql = format!(
        "SELECT id, event, run_id, webhook_id, origin, state, attempts, status, reason, created_at, last_attempt_at,
            due_at, ended_at
         FROM deliveries WHERE {condition} AND {OF_WORKFLOWS} ORDER BY number DESC LIMIT ?4 OFFSET ?5"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let values = params![
        filter.reach.owner,
        state,
        workflows,
        filter.limit,
        filter.offset
    ];
    let rows = statement.query_map(values, listed)?;
    let rows = rows.collect::<Result<_, _>>()?;
    Ok((u64::try_from(count).unwrap_or_default(), rows))
}

fn listed(row: &Row<'_>) -> rusqlite::Result<DeliveryRecord> {
    Ok(DeliveryRecord {
        id: row.get(0)?,
        event: row.get(1)?,
        run_id: row.get(2)?,
        webhook_id: row.get(3)?,
        origin: row.get(4)?,
        state: row.get(5)?,
        attempts: row.get(6)?,
        status: row.get(7)?,
        reason: row.get(8)?,
        created_at: time(row, 9)?,
        last_attempt_at: time_if_any(row, 10)?,
        next_attempt_at: time_if_any(row, 11)?,
        ended_at: time_if_any(row, 12)?,
    })
}
