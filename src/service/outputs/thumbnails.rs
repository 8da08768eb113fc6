//! Small pictures of output images, so that a list of runs need not load the images themselves. One image is decoded at
//! a time, no matter who asks for it or still waits. Knows no routes.

mod cache;
mod line;
mod picture;

use std::collections::HashSet;
use std::net::IpAddr;
use std::panic::catch_unwind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use blobs::{BlobInfo, BlobName, Blobs};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use cache::Cache;
use line::{Line, Request};
pub(super) use picture::Thumbnail;
pub use picture::WIDTHS;
pub(crate) use picture::is_reducible;

/// The small pictures of one service.
#[derive(Debug)]
pub struct Thumbnails {
    /// The images.
    blobs: Arc<dyn Blobs>,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// In memory: it is small, and the images it was made from stay.
    cache: Cache,
    line: Line,
    /// Whether somebody works on the line.
    is_served: bool,
}

/// An image as it is now. If a run is settled twice, the image of the second time gets new pictures.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ImageFile {
    name: BlobName,
    info: BlobInfo,
}

/// Why no picture was made: too many wait for one.
#[derive(Debug)]
pub struct TooManyWait;

/// A picture; `None` if the file cannot be reduced.
type Made = Option<Thumbnail>;

impl Thumbnails {
    /// No pictures of these images yet.
    pub(super) fn new(blobs: Arc<dyn Blobs>) -> Self {
        Self {
            blobs,
            state: Arc::default(),
        }
    }

    /// The image in this blob, at most `width` pixels wide, for a caller at this address. `None` if it cannot be
    /// decoded, or would take too much memory. A caller that goes away gives up its place in the line.
    ///
    /// # Errors
    /// When too many wait.
    pub async fn get(
        &self,
        (name, info): (&BlobName, BlobInfo),
        width: u32,
        caller: IpAddr,
    ) -> Result<Made, TooManyWait> {
        let file = ImageFile {
            name: name.clone(),
            info,
        };
        let made = {
            let mut state = lock(&self.state);
            if let Some(made) = state.cache.get(&file, width) {
                return Ok(made);
            }
            let (answer, made) = oneshot::channel();
            let request = Request {
                file,
                width,
                caller,
                answer,
            };
            state.line.add(request).map_err(|_| TooManyWait)?;
            if !state.is_served {
                state.is_served = true;
                let (blobs, state) = (self.blobs.clone(), self.state.clone());
                tokio::task::spawn_blocking(move || serve(&*blobs, &state));
            }
            made
        };
        // Dropped for a caller with fewer requests.
        made.await.map_err(|_| TooManyWait)
    }

    /// Forgets the pictures of the outputs of these runs, which are gone.
    pub(super) fn forget(&self, run_ids: &HashSet<String>) {
        lock(&self.state).cache.forget(run_ids);
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Serves the line until it is empty, on one thread: the allocator keeps freed memory of each thread for a while.
fn serve(blobs: &dyn Blobs, state: &Mutex<State>) {
    let runtime = Handle::current();
    loop {
        let Some(requests) = next(&mut lock(state)) else {
            return;
        };
        let Some(file) = requests.first().map(|request| request.file.clone()) else {
            continue;
        };
        let widths: Vec<u32> = requests.iter().map(|request| request.width).collect();
        let made = match runtime.block_on(blobs.local(&file.name)) {
            // A decoder that panics has found a damaged image.
            Ok(image) => catch_unwind(|| picture::pictures(image, &widths)).unwrap_or_default(),
            Err(_) => Vec::new(),
        };
        // Its run may have been removed in the meantime.
        let is_kept = matches!(runtime.block_on(blobs.info(&file.name)), Ok(Some(_)));
        let mut state = lock(state);
        for request in requests {
            let picture = made.iter().find(|(width, _)| *width == request.width);
            let picture = picture.map(|(_, picture)| picture.clone());
            if is_kept {
                state.cache.insert(&file, request.width, picture.clone());
            }
            // An error means that the caller is gone.
            let _ = request.answer.send(picture);
        }
    }
}

/// The next requests, all for one file that must be decoded for them. `None` if nobody waits, and then nobody serves.
fn next(state: &mut State) -> Option<Vec<Request>> {
    loop {
        let Some(requests) = state.line.next() else {
            state.is_served = false;
            return None;
        };
        let mut missing = Vec::new();
        for request in requests {
            // Made for somebody else in the meantime.
            match state.cache.get(&request.file, request.width) {
                Some(made) => drop(request.answer.send(made)),
                None => missing.push(request),
            }
        }
        if !missing.is_empty() {
            return Some(missing);
        }
    }
}

#[cfg(test)]
mod tests;
