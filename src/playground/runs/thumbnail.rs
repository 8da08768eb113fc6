//! A small picture of a run's first image, or else of its first video. The service makes that of an image if it
//! offers that, else the browser does; it is made once and kept in the browser's database.

mod make;
mod video_frame;

use std::cell::{Cell, RefCell};
use std::thread::LocalKey;

use web_sys::{Blob, Url};

use super::outputs::{first_of, output_url, pictured_output};
use super::record::RunRecord;
use super::run_row::RunRow;
use super::run_state::RunState;
use super::store::Runs;
use api::RunOutput;
use client::address;
use schema::OutputKind;
use ui::spawn_local;

thread_local! {
    static OF_IMAGES: Queue = Queue::default();
    /// Apart from images, because some browsers load no video before a person plays it.
    static OF_VIDEOS: Queue = Queue::default();
}

/// The runs that wait for their thumbnails. They are made one after the other, so that the page stays smooth. Those
/// requested last come first, because a person looks at them; of those requested together, the first one.
#[derive(Default)]
struct Queue {
    arrived: RefCell<Vec<RunRow>>,
    /// The next one is the last.
    waiting: RefCell<Vec<RunRow>>,
    is_making: Cell<bool>,
}

/// The address of the run's thumbnail, if it has one; tracked. Requests it if the run has completed.
pub(crate) fn thumbnail(row: RunRow) -> Option<String> {
    let has_outputs = row.record.with(|record| {
        record.state == RunState::Completed
            && record.outputs.as_ref().is_some_and(|all| !all.is_empty())
    });
    let address = row.live.with(|live| live.thumbnail.clone());
    if has_outputs && address.is_none() {
        request(row);
    }
    address
}

/// The thumbnail of the last result of a workflow that can be pictured; tracked.
pub(crate) fn last_thumbnail(runs: Runs, workflow_id: &str) -> Option<String> {
    let has_picture = |row: &&RunRow| {
        let is_own = row
            .record
            .with_untracked(|record| record.workflow_id == workflow_id);
        is_own && row.state() == RunState::Completed && pictured_output(**row).is_some()
    };
    let row = runs
        .rows
        .with(|rows| rows.iter().find(has_picture).copied())?;
    thumbnail(row)
}

fn request(row: RunRow) {
    let is_requested = row
        .bookkeeping
        .try_update_value(|kept| std::mem::replace(&mut kept.thumbnail_is_requested, true));
    if is_requested != Some(false) {
        return;
    }
    let has_image = row.record.with_untracked(|record| {
        let outputs = record.outputs.as_deref().unwrap_or_default();
        first_of(outputs, OutputKind::Image).is_some()
    });
    let queue = if has_image { &OF_IMAGES } else { &OF_VIDEOS };
    queue.with(|queue| queue.arrived.borrow_mut().push(row));
    if !queue.with(|queue| queue.is_making.replace(true)) {
        spawn_local(make_all(queue));
    }
}

impl Queue {
    fn next(&self) -> Option<RunRow> {
        let mut waiting = self.waiting.borrow_mut();
        waiting.extend(self.arrived.borrow_mut().drain(..).rev());
        waiting.pop()
    }
}

async fn make_all(queue: &'static LocalKey<Queue>) {
    while let Some(row) = queue.with(Queue::next) {
        if let Some(address) = find_or_make(row).await {
            // The run may have been removed in the meantime.
            let _ = row.live.try_update(|live| live.thumbnail = Some(address));
        }
    }
    queue.with(|queue| queue.is_making.set(false));
}

/// The address of the kept thumbnail, or of a new one.
async fn find_or_make(row: RunRow) -> Option<String> {
    let record = row.record.try_get_untracked()?;
    if let Some(kept) = make::kept(&record.id).await {
        return address_of(&kept);
    }
    let outputs = record.outputs.as_deref()?;
    match first_of(outputs, OutputKind::Image) {
        Some(image) => of_image(image, &record).await,
        None => of_video(first_of(outputs, OutputKind::Video)?, &record).await,
    }
}

/// The address of a new thumbnail, or else of the image itself.
async fn of_image(output: &RunOutput, record: &RunRecord) -> Option<String> {
    if let Some(made) = made_by_service(output, &record.base_url).await {
        return keep(record, made);
    }
    let original = output_url(output, &record.base_url)?;
    let image = match make::read(&original).await {
        Ok(image) => image,
        // An image element may show what the page may not read.
        Err(is_blocked) => return is_blocked.then_some(original),
    };
    // An SVG image, for instance, is shown as it is.
    let Some(thumbnail) = make::reduced(&image).await else {
        return Some(original);
    };
    keep(record, thumbnail)
}

async fn of_video(output: &RunOutput, record: &RunRecord) -> Option<String> {
    let frame = video_frame::read(&output_url(output, &record.base_url)?).await?;
    let thumbnail = make::reduced_bitmap(frame).await?;
    keep(record, thumbnail)
}

/// Keeps a thumbnail of the run, and returns its address.
fn keep(record: &RunRecord, thumbnail: Blob) -> Option<String> {
    let address = address_of(&thumbnail);
    let id = record.id.clone();
    spawn_local(async move { make::keep(&id, &thumbnail).await });
    address
}

/// The thumbnail that the service makes, if it offers that.
async fn made_by_service(output: &RunOutput, base_url: &str) -> Option<Blob> {
    let link = address::resolve(base_url, output.thumbnail.as_deref()?)?;
    let address = [&link, "&width=", &make::SIZE.to_string()].concat();
    make::read(&address).await.ok()
}

/// The address lasts as long as the page: tiles come and go, and a thumbnail is a few kilobytes.
fn address_of(thumbnail: &Blob) -> Option<String> {
    Url::create_object_url_with_blob(thumbnail).ok()
}
