//! Characters that a person does not see.

/// Whether a character leaves no mark on a screen, so that it can split a word
/// unseen or carry a message. Source: Unicode `Default_Ignorable_Code_Point`
/// plus the fillers that render blank; assigned ranges only.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// The ASCII character that a tag character mirrors.
pub fn tag_to_ascii(c: char) -> Option<char> {
    let code = u32::from(c);
    (0xe0020..=0xe007e).contains(&code).then(|| char::from((code - 0xe0000) as u8))
}
