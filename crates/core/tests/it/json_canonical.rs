//! RFC 8785: the numbers of appendix B, the strings and the order of section
//! 3.2, and where our forms go beyond it.

use warden_core::json::{NumberPolicy, jcs, lossless};

use crate::support::tolerant;

fn jcs_of(text: impl AsRef<[u8]>) -> Result<String, (u32, u32)> {
    let doc = tolerant(text).expect("read");
    let form = jcs(doc.root(), NumberPolicy::AsDouble).map_err(|e| (e.at.start, e.at.end))?;
    Ok(String::from_utf8(form).expect("RFC 8785 forms are UTF-8"))
}

fn lossless_of(text: impl AsRef<[u8]>) -> String {
    let doc = tolerant(text).expect("read");
    String::from_utf8(lossless(doc.root())).expect("the lossless form is UTF-8")
}

/// Bits of a double and how ECMAScript writes it.
const APPENDIX_B: &[(u64, &str)] = &[
    (0x0000_0000_0000_0000, "0"),
    (0x8000_0000_0000_0000, "0"),
    (0x0000_0000_0000_0001, "5e-324"),
    (0x8000_0000_0000_0001, "-5e-324"),
    (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
    (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
    (0x4340_0000_0000_0000, "9007199254740992"),
    (0xc340_0000_0000_0000, "-9007199254740992"),
    (0x4430_0000_0000_0000, "295147905179352830000"),
    (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
    (0x44b5_2d02_c7e1_4af6, "1e+23"),
    (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
    (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
    (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
    (0x444b_1ae4_d6e2_ef50, "1e+21"),
    (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
    (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
    (0x41b3_de43_5555_5553, "333333333.3333332"),
    (0x41b3_de43_5555_5554, "333333333.33333325"),
    (0x41b3_de43_5555_5555, "333333333.3333333"),
    (0x41b3_de43_5555_5556, "333333333.3333334"),
    (0x41b3_de43_5555_5557, "333333333.33333343"),
    (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
    (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
];

#[test]
fn numbers_of_appendix_b() {
    for (bits, form) in APPENDIX_B {
        let shortest = format!("{:e}", f64::from_bits(*bits));
        assert_eq!(jcs_of(&shortest).as_deref(), Ok(*form), "{bits:016x}");
        assert_eq!(lossless_of(form), *form, "{bits:016x}: it is exact");
        assert_eq!(jcs_of(form).as_deref(), Ok(*form), "{bits:016x}: it reads back");
    }
    for beyond in ["NaN", "Infinity", "-Infinity", "1e309"] {
        assert_eq!(jcs_of(format!("[{beyond}]")), Err((1, 1 + beyond.len() as u32)), "{beyond}");
    }
}

#[test]
fn members_are_sorted_by_utf16_code_units() {
    // Section 3.2.3. A grinning face is D83D DE00, which sorts before FB33.
    let text = r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#;
    let sorted = "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}";
    assert_eq!(jcs_of(text).as_deref(), Ok(sorted));
    assert_eq!(lossless_of(text), sorted);
    assert_eq!(
        lossless_of(r#"{"aa":0,"b":0,"a":0,"":0,"A":0}"#),
        r#"{"":0,"A":0,"a":0,"aa":0,"b":0}"#
    );
}

#[test]
fn strings_and_literals() {
    // Section 3.2.2.2: two-letter escapes, lower-case \u00xx, nothing else.
    let text = r#"{"s":"\u20AC$\u000F\u000aA'\u0042\u0022\u005c\\\"\/\b\f\t\u007f","l":[null, true ,false]}"#;
    let form =
        "{\"l\":[null,true,false],\"s\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\\b\\f\\t\u{7f}\"}";
    assert_eq!(jcs_of(text).as_deref(), Ok(form));
    assert_eq!(
        jcs_of("[ 4.50 , 2e-3 , 1E30, 1E-27, -0.0 ]").as_deref(),
        Ok("[4.5,0.002,1e+30,1e-27,0]")
    );
}

#[test]
fn what_is_not_exact_is_refused_or_rounded_or_kept() {
    let doc = tolerant("[0,333333333.33333329]").expect("read");
    let refused = jcs(doc.root(), NumberPolicy::RefuseUnsafe).expect_err("not exact");
    assert_eq!((refused.at.start, refused.at.end), (3, 21));
    assert_eq!(
        jcs(doc.root(), NumberPolicy::AsDouble).as_deref(),
        Ok(&b"[0,333333333.3333333]"[..])
    );
    assert_eq!(lossless(doc.root()), b"[0,#333333333.33333329]");
}

#[test]
fn of_duplicates_the_last_counts_or_all_are_kept() {
    let text = r#"{"b":1,"a":2,"b":3,"\u0062":0}"#;
    assert_eq!(jcs_of(text).as_deref(), Ok(r#"{"a":2,"b":0}"#));
    assert_eq!(lossless_of(text), r#"{"a":2,"b":1,"b":3,"b":0}"#);
}

#[test]
fn what_is_no_unicode_has_only_a_lossless_form() {
    assert_eq!(jcs_of(r#"[0,"\ud800"]"#), Err((3, 11)));
    assert_eq!(jcs_of(b"[\"\xff\"]"), Err((1, 4)));
    assert_eq!(jcs_of(r#"{"\ud800":1,"\ufffd":2}"#), Err((1, 9)), "it is no duplicate");
    assert_eq!(lossless_of(r#""a\uD800\n\uDc00\ud83d\ude00""#), "\"a\\ud800\\n\\udc00😀\"");
    assert_eq!(lossless_of(b"\"\\\\\xff\xe2\x82\""), r#""\\\xff\xe2\x82""#);
    assert_eq!(
        lossless_of(r#"{"\ufffd":0,"\ud801":1,"\ue000":2,"\ud800":3}"#),
        "{\"\\ud800\":3,\"\\ud801\":1,\"\u{e000}\":2,\"\u{fffd}\":0}"
    );
}

#[test]
fn texts_that_differ_for_some_client_have_different_forms() {
    let texts: &[&[u8]] = &[
        br#""\ud800""#,
        br#""\ud801""#,
        br#""\\ud800""#,
        b"\"\xed\xa0\x80\"",
        b"\"\xff\"",
        b"\"\xfe\"",
        br#""\\xff""#,
        "\"\u{fffd}\"".as_bytes(),
        b"1e400",
        b"1e401",
        b"Infinity",
        b"\"#1e400\"",
        b"9007199254740993",
        b"9007199254740992",
        br#"{"a":1,"a":2}"#,
        br#"{"a":2,"a":1}"#,
        br#"{"a":2}"#,
    ];
    let forms: std::collections::BTreeSet<_> = texts.iter().map(lossless_of).collect();
    assert_eq!(forms.len(), texts.len());
}
