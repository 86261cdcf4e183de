//! The weights, read in place.
//!
//! A file is a magic, eight little-endian `f32` (unit, bias and threshold of
//! the glance; unit, bias, blocking and advisory threshold of the model; one
//! unused) and one signed byte a bucket: first those of the glance, then those
//! of the model, in units of their unit.

use super::glance;
use super::judge;

/// First bytes of a file of weights, with the version of the format.
const MAGIC: &[u8; 8] = b"WRDSCR\x00\x02";
const NUMBERS: usize = 8;
const HEAD: usize = 8 + 4 * NUMBERS;

/// From which score on something is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// An item is read.
    pub glance: f32,
    /// Blocks.
    pub block: f32,
    /// Is worth a remark.
    pub advise: f32,
}

/// Weights and a bias.
#[derive(Clone, Copy, Debug)]
pub struct Linear<'w> {
    weights: &'w [u8],
    unit: f32,
    bias: f32,
}

impl Linear<'_> {
    /// The weight of a bucket, in units.
    #[inline]
    pub fn stored(&self, bucket: u32) -> i8 {
        self.weights.get(bucket as usize).map_or(0, |b| *b as i8)
    }

    /// The weight of a bucket.
    pub fn weight(&self, bucket: u32) -> f32 {
        f32::from(self.stored(bucket)) * self.unit
    }

    /// The score of so many features that together weigh so many units. Sums
    /// are of whole numbers, so that they do not depend on an order.
    pub fn scaled(&self, sum: i32, count: usize) -> f32 {
        self.bias + sum as f32 * self.unit / (count.max(1) as f32).sqrt()
    }

    /// The score of features; those that are not known do not count.
    pub fn score(&self, buckets: impl Iterator<Item = u32>) -> f32 {
        let (mut sum, mut count) = (0i32, 0);
        for b in buckets {
            let weight = self.stored(b);
            sum += i32::from(weight);
            count += usize::from(weight != 0);
        }
        self.scaled(sum, count)
    }
}

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct Model<'w> {
    /// What decides whether an item is read.
    pub glance: Linear<'w>,
    /// What decides.
    pub main: Linear<'w>,
    /// From where on.
    pub thresholds: Thresholds,
}

/// Why bytes are no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a file of weights of this version")]
pub struct Format;

impl<'w> Model<'w> {
    /// A model that never says anything.
    pub const EMPTY: Model<'static> = Model {
        glance: Linear { weights: &[], unit: 0.0, bias: 0.0 },
        main: Linear { weights: &[], unit: 0.0, bias: 0.0 },
        thresholds: Thresholds {
            glance: f32::INFINITY,
            block: f32::INFINITY,
            advise: f32::INFINITY,
        },
    };

    /// Reads a file.
    ///
    /// # Errors
    /// When it is of another version or size.
    pub fn read(bytes: &'w [u8]) -> Result<Self, Format> {
        let (head, weights) = bytes.split_at_checked(HEAD).ok_or(Format)?;
        if &head[..8] != MAGIC || weights.len() != glance::BUCKETS + judge::BUCKETS {
            return Err(Format);
        }
        let mut numbers = [0f32; NUMBERS];
        for (n, b) in numbers.iter_mut().zip(head[8..].chunks_exact(4)) {
            *n = f32::from_le_bytes(b.try_into().map_err(|_| Format)?);
        }
        let [g_unit, g_bias, g_at, unit, bias, block, advise, _] = numbers;
        let (glance, main) = weights.split_at(glance::BUCKETS);
        Ok(Self {
            glance: Linear { weights: glance, unit: g_unit, bias: g_bias },
            main: Linear { weights: main, unit, bias },
            thresholds: Thresholds { glance: g_at, block, advise },
        })
    }

    /// Writes a file: weights are rounded to one byte each, after those that
    /// are far out are drawn in.
    pub fn write(glance: (&[f32], f32), main: (&[f32], f32), at: Thresholds) -> Vec<u8> {
        let (g_unit, unit) = (unit_of(glance.0), unit_of(main.0));
        let mut out = MAGIC.to_vec();
        for n in [g_unit, glance.1, at.glance, unit, main.1, at.block, at.advise, 0.0] {
            out.extend(n.to_le_bytes());
        }
        out.extend(glance.0.iter().map(|w| byte(*w, g_unit)));
        out.extend(main.0.iter().map(|w| byte(*w, unit)));
        out
    }
}

/// A weight in units. Zero is for what is not known, so that what is known
/// weighs at least one.
fn byte(weight: f32, unit: f32) -> u8 {
    if weight == 0.0 {
        return 0;
    }
    let units = (weight / unit).round().clamp(-127.0, 127.0);
    (if units == 0.0 { weight.signum() } else { units }) as i8 as u8
}

/// The unit in which the largest weights still fit, those beyond twelve times
/// the mean deviation apart.
fn unit_of(weights: &[f32]) -> f32 {
    let used: Vec<f32> = weights.iter().copied().filter(|w| *w != 0.0).collect();
    let square = used.iter().map(|w| w * w).sum::<f32>() / used.len().max(1) as f32;
    let most = used.iter().fold(0f32, |m, w| m.max(w.abs()));
    most.min(12.0 * square.sqrt()).max(f32::MIN_POSITIVE) / 127.0
}
