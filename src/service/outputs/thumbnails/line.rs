//! Those who wait for a picture, and who is next: callers take turns, and those of one caller by run, so that many
//! requests of one delay nobody else by more than one picture. No I/O, no clock.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;

use tokio::sync::oneshot;

use super::{ImageFile, Made};

/// How many may wait.
pub(super) const MAX_WAITING: usize = 64;
/// How many pictures are made of an image at once; further ones wait for their next turn.
const MAX_WIDTHS: usize = 8;
/// How many callers and runs are remembered.
const MAX_REMEMBERED: usize = 4096;

/// A request for a picture.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) file: ImageFile,
    pub(super) width: u32,
    /// Where it comes from.
    pub(super) caller: IpAddr,
    /// Closed when the caller goes away.
    pub(super) answer: oneshot::Sender<Made>,
}

/// Too many wait, and the others do not have more requests than this caller.
#[derive(Debug)]
pub(super) struct Full;

/// A caller, and a run for whose outputs it waits.
type CallersRun = (IpAddr, String);

/// The line.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// In the order of their arrival.
    waiting: Vec<Request>,
    /// Counts the turns.
    turn: u64,
    /// The last turn of each caller, and of each of its runs.
    callers: HashMap<IpAddr, u64>,
    runs: HashMap<CallersRun, u64>,
}

impl Request {
    fn run(&self) -> CallersRun {
        (self.caller, self.file.name.group().to_owned())
    }
}

impl Line {
    /// Lets a request wait. If the line is full, one of a caller with more requests loses its place.
    ///
    /// # Errors
    /// When nobody has more.
    pub(super) fn add(&mut self, request: Request) -> Result<(), Full> {
        self.remove_gone();
        if self.waiting.len() >= MAX_WAITING {
            let by_caller = surplus(&self.waiting, &request, |one| one.caller);
            let surplus = by_caller.or_else(|| surplus(&self.waiting, &request, Request::run));
            self.waiting.remove(surplus.ok_or(Full)?);
        }
        self.waiting.push(request);
        Ok(())
    }

    /// The requests that are next, all for one file and of up to eight widths. `None` if nobody waits.
    pub(super) fn next(&mut self) -> Option<Vec<Request>> {
        self.remove_gone();
        let turn_of = |request: &Request| {
            let caller = self.callers.get(&request.caller);
            (caller.copied(), self.runs.get(&request.run()).copied())
        };
        let first = self.waiting.iter().min_by_key(|one| turn_of(one))?;
        let (file, width) = (first.file.clone(), first.width);
        self.turn += 1;
        if self.callers.len().max(self.runs.len()) >= MAX_REMEMBERED {
            self.callers.clear();
            self.runs.clear();
        }
        let (caller, run) = (first.caller, first.run());
        self.callers.insert(caller, self.turn);
        self.runs.insert(run, self.turn);
        Some(self.take(&file, width))
    }

    /// Takes the requests for a file, in this width and in others.
    fn take(&mut self, file: &ImageFile, width: u32) -> Vec<Request> {
        let mut widths = vec![width];
        let taken = self.waiting.extract_if(.., |request| {
            if request.file != *file {
                return false;
            }
            let is_known = widths.contains(&request.width);
            if !is_known && widths.len() < MAX_WIDTHS {
                widths.push(request.width);
            }
            widths.contains(&request.width)
        });
        taken.collect()
    }

    /// How many wait.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    fn remove_gone(&mut self) {
        self.waiting.retain(|request| !request.answer.is_closed());
    }
}

/// The last request of the group with the most requests, if it has at least two more than the group of a new one.
fn surplus<G: Eq + Hash>(
    waiting: &[Request],
    new: &Request,
    group: impl Fn(&Request) -> G,
) -> Option<usize> {
    let mut counts: HashMap<G, (usize, usize)> = HashMap::new();
    for (index, request) in waiting.iter().enumerate() {
        let (count, last) = counts.entry(group(request)).or_default();
        *count += 1;
        *last = index;
    }
    let own = counts.get(&group(new)).map_or(0, |(count, _)| *count);
    let (most, last) = counts.values().max_by_key(|(count, _)| *count)?;
    (*most > own + 1).then_some(*last)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use blobs::{BlobInfo, BlobName};

    use super::*;

    /// A request, and the end where its caller waits.
    fn request(caller: u8, path: &str, width: u32) -> (Request, oneshot::Receiver<Made>) {
        let (answer, made) = oneshot::channel();
        let (run, name) = path.split_once('/').unwrap();
        let file = ImageFile {
            name: BlobName::new(run, name).unwrap(),
            info: BlobInfo {
                size: 1,
                written: SystemTime::UNIX_EPOCH,
            },
        };
        let caller = IpAddr::from([127, 0, 0, caller]);
        let request = Request {
            file,
            width,
            caller,
            answer,
        };
        (request, made)
    }

    /// A line of these requests, and the ends where their callers wait.
    fn line(requests: &[(u8, &str, u32)]) -> (Line, Vec<oneshot::Receiver<Made>>) {
        let mut line = Line::default();
        let mut waiting = Vec::new();
        for (caller, path, width) in requests {
            let (request, made) = request(*caller, path, *width);
            line.add(request).unwrap();
            waiting.push(made);
        }
        (line, waiting)
    }

    fn order(line: &mut Line) -> Vec<String> {
        let next = std::iter::from_fn(|| line.next());
        let path = |requests: Vec<Request>| {
            let name = &requests[0].file.name;
            format!("{}/{}", name.group(), name.path())
        };
        next.map(path).collect()
    }

    #[test]
    fn callers_take_turns() {
        let (mut line, _waiting) = line(&[
            (1, "r/a", 16),
            (1, "r/b", 16),
            (1, "r/c", 16),
            (2, "s/d", 16),
        ]);
        assert_eq!(order(&mut line), ["r/a", "s/d", "r/b", "r/c"]);
    }

    #[test]
    fn the_runs_of_one_address_take_turns() {
        let (mut line, _waiting) = line(&[
            (1, "r/a", 16),
            (1, "r/b", 16),
            (1, "r/c", 16),
            (1, "s/d", 16),
        ]);
        assert_eq!(order(&mut line), ["r/a", "s/d", "r/b", "r/c"]);
    }

    #[test]
    fn requests_for_one_file_are_served_at_once() {
        let (mut line, _waiting) = line(&[
            (1, "r/a", 16),
            (1, "r/b", 16),
            (2, "r/a", 16),
            (3, "r/a", 320),
        ]);
        let next = line.next().unwrap();
        let served: Vec<_> = next.iter().map(|one| (one.width, one.caller)).collect();
        assert_eq!(served.len(), 3, "{served:?}");
        assert_eq!(order(&mut line), ["r/b"]);
    }

    #[test]
    fn very_many_widths_of_one_image_take_several_turns() {
        let mut requests: Vec<_> = (16..40).map(|width| (1, "r/a", width)).collect();
        requests.push((2, "s/b", 16));
        let (mut line, _waiting) = line(&requests);
        assert_eq!(order(&mut line), ["r/a", "s/b", "r/a", "r/a"]);
    }

    #[test]
    fn who_goes_away_gives_up_the_place() {
        let (mut line, mut waiting) = line(&[(1, "r/a", 16), (1, "r/b", 16)]);
        waiting.remove(0);
        assert_eq!(order(&mut line), ["r/b"]);
        for _ in 0..3 * MAX_WAITING {
            // Its end is dropped at once.
            line.add(request(1, "r/a", 16).0).unwrap();
        }
        assert_eq!(order(&mut line), [""; 0]);
    }

    #[test]
    fn a_full_line_has_room_for_those_with_fewer_requests() {
        let all = vec![(1, "r/a", 16); MAX_WAITING];
        let (mut line, mut waiting) = line(&all);
        assert!(line.add(request(1, "r/a", 16).0).is_err());
        let (other, _other) = request(2, "r/a", 16);
        line.add(other).unwrap();
        let last = waiting.pop().unwrap().blocking_recv();
        assert!(last.is_err(), "the last one has lost its place");
        let (other_run, _other_run) = request(1, "s/a", 16);
        line.add(other_run).unwrap();
        assert_eq!(line.waiting.len(), MAX_WAITING);
    }
}
