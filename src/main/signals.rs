//! The signals that end the program.

use std::io;

() = stopped => {}
