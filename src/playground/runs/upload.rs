//! The progress and speed of an upload. Pure.

/// The shortest time over which the speed is measured, in milliseconds.
const MIN_STEP: f64 = 250.0;
/// The weight of a new measurement in the smoothed speed.
const SMOOTHING: f64 = 0.3;

/// An upload in progress.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Upload {
    /// Bytes sent.
    pub(crate) sent: f64,
    /// Bytes in all.
    pub(crate) total: f64,
    /// Bytes per second, smoothed; 0 until it is measured.
    pub(crate) speed: f64,
    /// The time of the last measurement, and the bytes sent until then.
    step: (f64, f64),
}

impl Upload {
    /// The upload after a progress event.
    pub(super) fn after(before: Option<Self>, sent: f64, total: f64, now: f64) -> Self {
        let Some(before) = before else {
            return Self {
                sent,
                total,
                speed: 0.0,
                step: (now, sent),
            };
        };
        let (time, bytes) = before.step;
        if now - time < MIN_STEP {
            return Self {
                sent,
                total,
                ..before
            };
        }
        let measured = (sent - bytes).max(0.0) / (now - time) * 1000.0;
        let speed = if before.speed > 0.0 {
            before.speed * (1.0 - SMOOTHING) + measured * SMOOTHING
        } else {
            measured
        };
        Self {
            sent,
            total,
            speed,
            step: (now, sent),
        }
    }

    /// The part that was sent, in whole percent.
    pub(crate) fn percent(&self) -> usize {
        if self.total > 0.0 {
            (self.sent / self.total * 100.0).clamp(0.0, 100.0) as usize
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_event_gives_no_speed() {
        let upload = Upload::after(None, 10.0, 100.0, 0.0);
        assert_eq!((upload.speed, upload.percent()), (0.0, 10));
    }

    #[test]
    fn the_speed_is_in_bytes_per_second() {
        let upload = Upload::after(None, 0.0, 4000.0, 0.0);
        let upload = Upload::after(Some(upload), 1000.0, 4000.0, 500.0);
        assert_eq!(upload.speed, 2000.0);
    }

    #[test]
    fn events_in_quick_succession_do_not_change_the_speed() {
        let upload = Upload::after(None, 0.0, 4000.0, 0.0);
        let upload = Upload::after(Some(upload), 1000.0, 4000.0, 500.0);
        let soon = Upload::after(Some(upload), 3000.0, 4000.0, 501.0);
        assert_eq!((soon.speed, soon.percent()), (2000.0, 75));
    }

    #[test]
    fn an_empty_upload_is_at_zero_percent() {
        assert_eq!(Upload::after(None, 0.0, 0.0, 0.0).percent(), 0);
    }
}
