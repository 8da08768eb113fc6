//! How far a form has come on its way, and how fast. Pure.

/// The shortest time over which a speed is taken, in milliseconds.
const STEP: f64 = 250.0;
/// The part of the speed that a new step makes.
const NEW: f64 = 0.3;

/// An upload under way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Upload {
    /// Bytes sent.
    pub(crate) sent: f64,
    /// Bytes in all.
    pub(crate) total: f64,
    /// Bytes a second, smoothed; 0 while nobody can say.
    pub(crate) speed: f64,
    /// When the last step ended, and the bytes sent by then.
    step: (f64, f64),
}

impl Upload {
    /// The upload after news of it.
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
        if now - time < STEP {
            return Self {
                sent,
                total,
                ..before
            };
        }
        let fresh = (sent - bytes).max(0.0) / (now - time) * 1000.0;
        let speed = if before.speed > 0.0 {
            before.speed * (1.0 - NEW) + fresh * NEW
        } else {
            fresh
        };
        Self {
            sent,
            total,
            speed,
            step: (now, sent),
        }
    }

    /// The part that is sent, in whole percent.
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
    fn the_first_news_tell_no_speed() {
        let upload = Upload::after(None, 10.0, 100.0, 0.0);
        assert_eq!((upload.speed, upload.percent()), (0.0, 10));
    }

    #[test]
    fn the_speed_is_in_bytes_a_second() {
        let upload = Upload::after(None, 0.0, 4000.0, 0.0);
        let upload = Upload::after(Some(upload), 1000.0, 4000.0, 500.0);
        assert_eq!(upload.speed, 2000.0);
    }

    #[test]
    fn news_in_quick_succession_do_not_make_the_speed_jump() {
        let upload = Upload::after(None, 0.0, 4000.0, 0.0);
        let upload = Upload::after(Some(upload), 1000.0, 4000.0, 500.0);
        let soon = Upload::after(Some(upload), 3000.0, 4000.0, 501.0);
        assert_eq!((soon.speed, soon.percent()), (2000.0, 75));
    }

    #[test]
    fn an_upload_of_nothing_has_come_nowhere() {
        assert_eq!(Upload::after(None, 0.0, 0.0, 0.0).percent(), 0);
    }
}
