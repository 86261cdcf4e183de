use crate::fit::{Row, fit};

/// Two words that tell, among words that do not.
fn rows() -> Vec<Row> {
    (0..200u32)
        .map(|n| {
            let hostile = n % 3 == 0;
            let told = if hostile { 1 } else { 2 };
            Row { buckets: vec![told, 10 + n % 7, 20 + n % 5], hostile, cost: 1.0 }
        })
        .collect()
}

#[test]
fn the_same_rows_give_the_same_weights() {
    let (a, b) = (fit(&rows(), 32), fit(&rows(), 32));
    assert_eq!(a.weights, b.weights);
    assert_eq!(a.bias, b.bias);
}

#[test]
fn what_tells_is_learnt() {
    let fitted = fit(&rows(), 32);
    for row in rows() {
        assert_eq!(fitted.score(&row.buckets) > 0.0, row.hostile);
    }
    assert!(fitted.weights[1] > 0.5 && fitted.weights[2] < -0.5);
    assert!(fitted.weights[10..25].iter().all(|w| w.abs() < 0.2), "{:?}", fitted.weights);
    assert_eq!(fitted.weights[31], 0.0, "what never occurs weighs nothing");
}
