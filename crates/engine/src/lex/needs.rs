//! What a text needs to hold for some clause to hold in it, as sets of phrases.

use super::model::SetId;

/// Sets of phrases, as bits. Sets beyond the last bit share bits, which makes
/// a text searched that need not be, never the other way round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits([u64; 4]);

impl Bits {
    pub(super) fn insert(&mut self, set: SetId) {
        let bit = usize::from(set) % 256;
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    pub(super) fn add(&mut self, more: &Self) {
        for (word, more) in self.0.iter_mut().zip(more.0) {
            *word |= more;
        }
    }

    /// Whether it holds all of `some`.
    pub(super) fn hold(&self, some: &Self) -> bool {
        self.0.iter().zip(some.0).all(|(all, some)| all & some == some)
    }

    fn numbers(self) -> impl Iterator<Item = usize> {
        (0..256).filter(move |n| self.0[n / 64] >> (n % 64) & 1 == 1)
    }
}

/// What a text needs to hold for some clause to hold in it.
pub(super) struct Needs {
    /// One set of each need.
    leads: Bits,
    /// The needs that each of these stands for.
    by_lead: Vec<Vec<Bits>>,
}

impl Needs {
    /// Takes the needs of all clauses; `sizes` says how many phrases each set
    /// has, since a set of few is hardly ever there.
    pub(super) fn new(all: impl Iterator<Item = Bits>, sizes: &[usize]) -> Self {
        let mut out = Self { leads: Bits::default(), by_lead: vec![Vec::new(); 256] };
        for need in least(all) {
            let size = |n: &usize| sizes.get(*n).copied().unwrap_or_default();
            let Some(lead) = need.numbers().min_by_key(size) else { continue };
            out.leads.insert(lead as SetId);
            out.by_lead[lead].push(need);
        }
        out
    }

    /// Whether a text with phrases of these sets can satisfy a clause.
    pub(super) fn met(&self, sets: &Bits) -> bool {
        for (n, (here, leads)) in sets.0.iter().zip(self.leads.0).enumerate() {
            let mut left = here & leads;
            while left != 0 {
                let lead = n * 64 + left.trailing_zeros() as usize;
                if self.by_lead[lead].iter().any(|need| sets.hold(need)) {
                    return true;
                }
                left &= left - 1;
            }
        }
        false
    }
}

/// Those that hold no other one.
fn least(all: impl Iterator<Item = Bits>) -> Vec<Bits> {
    let mut out: Vec<Bits> = Vec::new();
    for new in all {
        if !out.iter().any(|old| new.hold(old)) {
            out.retain(|old| !old.hold(&new));
            out.push(new);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(sets: &[u16]) -> Bits {
        let mut out = Bits::default();
        sets.iter().for_each(|s| out.insert(*s));
        out
    }

    #[test]
    fn what_holds_another_is_left_out() {
        let all = [&[1, 2][..], &[2], &[3, 4], &[3, 4], &[2, 4]].map(bits);
        assert_eq!(least(all.into_iter()), [bits(&[2]), bits(&[3, 4])]);
        let needs = Needs::new(all.into_iter(), &[9, 9, 9, 9, 1]);
        for (sets, met) in [(&[2][..], true), (&[4, 1], false), (&[3], false), (&[4, 3], true)] {
            assert_eq!(needs.met(&bits(sets)), met, "{sets:?}");
        }
        assert_eq!(bits(&[1]), bits(&[257]));
    }
}
