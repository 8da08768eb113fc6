//! What is simulated: instances, models, keys and runs. Random, but the same each time.

/// A generator of numbers (SplitMix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to 1, without 1.
    pub(crate) fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + self.fraction() * (high - low)
    }
}

/// One run.
#[derive(Clone, Debug)]
pub(crate) struct SimulatedRun {
    pub(crate) key: usize,
    pub(crate) model: usize,
    /// In milliseconds.
    pub(crate) arrives: u64,
    /// In milliseconds, without loading.
    pub(crate) takes: u64,
}

pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    pub(crate) instances: usize,
    /// The milliseconds of loading each model.
    pub(crate) loads: Vec<u64>,
    /// How many models an instance keeps in memory.
    pub(crate) in_memory: usize,
    pub(crate) shares: Vec<f64>,
    /// In the order of their arrival.
    pub(crate) runs: Vec<SimulatedRun>,
}

const INSTANCES: usize = 1000;
const MODELS: usize = 60;
const KEYS: usize = 100;
const RUNS: usize = 100_000;
const LOAD: f64 = 0.8;

impl Scenario {
    /// Runs arrive at random, so that they need 80 % of the instances' time without loading.
    pub(crate) fn steady() -> Self {
        let mut random = Random::new(7);
        let runs = Self::new("steady", &mut random);
        let work: u64 = runs.runs.iter().map(|run| run.takes).sum();
        let interval = work as f64 / RUNS as f64 / INSTANCES as f64 / LOAD;
        let mut now = 0.0;
        let mut scenario = runs;
        for run in &mut scenario.runs {
            now -= interval * (1.0 - random.fraction()).ln();
            run.arrives = now as u64;
        }
        scenario
    }

    /// All runs are there at once.
    pub(crate) fn backlog() -> Self {
        Self::new("backlog", &mut Random::new(8))
    }

    fn new(name: &'static str, random: &mut Random) -> Self {
        let loads = (0..MODELS).map(|_| random.between(20_000.0, 40_000.0) as u64);
        let loads = loads.collect();
        let takes: Vec<f64> = (0..MODELS)
            .map(|_| random.between(2_000.0, 10_000.0))
            .collect();
        let shares: Vec<f64> = (0..KEYS).map(|key| [1.0, 1.0, 2.0, 4.0][key % 4]).collect();
        let demand = Zipf::new(MODELS);
        let runs = (0..RUNS).map(|_| {
            let model = demand.draw(random);
            let jitter = random.between(0.8, 1.2);
            SimulatedRun {
                key: (random.fraction() * KEYS as f64) as usize,
                model,
                arrives: 0,
                takes: (takes[model] * jitter) as u64,
            }
        });
        Self {
            name,
            instances: INSTANCES,
            loads,
            in_memory: 3,
            runs: runs.collect(),
            shares,
        }
    }
}

/// The n-th is drawn in proportion to 1 ÷ n.
struct Zipf(Vec<f64>);

impl Zipf {
    fn new(count: usize) -> Self {
        let mut sum = 0.0;
        let sums = (1..=count).map(|rank| {
            sum += 1.0 / rank as f64;
            sum
        });
        Self(sums.collect())
    }

    fn draw(&self, random: &mut Random) -> usize {
        let point = random.fraction() * self.0[self.0.len() - 1];
        self.0.partition_point(|sum| *sum <= point)
    }
}
