//! Fitting a linear model: a support vector machine with squared loss, by
//! coordinate descent in the dual. One thread, one seed, one order, so that
//! the same texts give the same weights.
//!
//! C.-J. Hsieh, K.-W. Chang, C.-J. Lin, S. S. Keerthi, S. Sundararajan, "A dual
//! coordinate descent method for large-scale linear SVM", ICML 2008.

/// Passes over the data.
const PASSES: usize = 24;

/// An example: features that each weigh the same, some perhaps more than once.
pub(crate) struct Row {
    pub(crate) buckets: Vec<u32>,
    pub(crate) hostile: bool,
    /// How much it costs to get it wrong.
    pub(crate) cost: f32,
}

/// Fitted weights.
pub(crate) struct Fit {
    pub(crate) weights: Vec<f32>,
    pub(crate) bias: f32,
}

impl Fit {
    /// The score of an example.
    pub(crate) fn score(&self, buckets: &[u32]) -> f32 {
        let sum: f32 = buckets.iter().map(|b| self.weights[*b as usize]).sum();
        self.bias + sum * scale(buckets)
    }
}

fn scale(buckets: &[u32]) -> f32 {
    1.0 / (buckets.len().max(1) as f32).sqrt()
}

/// Fits.
pub(crate) fn fit(rows: &[Row], size: usize) -> Fit {
    let mut fit = Fit { weights: vec![0.0; size], bias: 0.0 };
    let mut alphas = vec![0f32; rows.len()];
    let squares: Vec<f32> = rows.iter().map(square).collect();
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let mut seed = 0x5eed_u64;
    for _ in 0..PASSES {
        shuffle(&mut order, &mut seed);
        for &n in &order {
            step(&mut fit, &rows[n], squares[n], &mut alphas[n]);
        }
    }
    fit
}

/// The squared length of an example, the bias included.
fn square(row: &Row) -> f32 {
    let mut sorted = row.buckets.clone();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|a, b| a == b).map(|run| (run.len() * run.len()) as f32);
    runs.sum::<f32>() / row.buckets.len().max(1) as f32 + 1.0
}

/// One coordinate of the dual.
fn step(fit: &mut Fit, row: &Row, square: f32, alpha: &mut f32) {
    let y = if row.hostile { 1.0 } else { -1.0 };
    let slack = 0.5 / row.cost;
    let gradient = y * fit.score(&row.buckets) - 1.0 + slack * *alpha;
    let next = (*alpha - gradient / (square + slack)).max(0.0);
    let change = (next - *alpha) * y;
    if change == 0.0 {
        return;
    }
    *alpha = next;
    fit.bias += change;
    let each = change * scale(&row.buckets);
    for b in &row.buckets {
        fit.weights[*b as usize] += each;
    }
}

fn shuffle(order: &mut [usize], seed: &mut u64) {
    for n in (1..order.len()).rev() {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(n, (*seed >> 33) as usize % (n + 1));
    }
}
