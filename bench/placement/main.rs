//! Simulates many instances and compares placements. Prints one line of JSON for each.

mod peers;
mod scenario;
mod simulation;

use peers::{Fifo, LeastLoaded, Policy, Pressure, RoundRobin};
use scenario::Scenario;
use simulation::{Own, Report, simulate};

fn main() {
    for scenario in [Scenario::steady(), Scenario::backlog()] {
        let policies: Vec<Box<dyn Policy>> = vec![
            Box::new(Own::new(&scenario)),
            Box::new(Fifo::default()),
            Box::new(LeastLoaded::default()),
            Box::new(Pressure::default()),
            Box::new(RoundRobin::default()),
        ];
        for policy in policies {
            let report: Report = simulate(&scenario, policy);
            println!("{}", report.json());
        }
    }
}
