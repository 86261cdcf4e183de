//! The cheap question before the expensive one: can this sentence hold a frame?
//!
//! One automaton over cues, each in some families; a sentence is read when the
//! families it has together could satisfy a rule. A cue is a part of a word, so
//! the gate lets more through than the rules need, never less.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

/// Families of cues, as bits.
type Mask = u32;

/// Speaks of instructions, priority, roles.
const OVER: Mask = 1;
/// Tells or asks.
const TELL: Mask = 1 << 1;
/// Negates.
const NEG: Mask = 1 << 2;
/// Hides.
const HIDE: Mask = 1 << 3;
/// Speaks of secrets, conversation, what a machine knows.
const LOOT: Mask = 1 << 4;
/// Moves or takes.
const MOVE: Mask = 1 << 5;
/// Names an address, a path, an account.
const ADDR: Mask = 1 << 6;
/// Has the sign of an identifier or a quotation.
const NAME: Mask = 1 << 7;
/// Calls.
const CALL: Mask = 1 << 8;
/// Changes.
const EDIT: Mask = 1 << 9;
/// Presses: must, always, before, when, every.
const PRESS: Mask = 1 << 10;
/// A command line.
const CMD: Mask = 1 << 11;
/// Prefers or slurs.
const PREF: Mask = 1 << 12;
/// Enough by itself.
const ALONE: Mask = 1 << 13;
/// A word of another language of a family that does harm.
const OTHER: Mask = 1 << 14;
/// Addresses a secret path.
const SPATH: Mask = 1 << 15;

const CUES: &[(Mask, &str)] = &[
    (OVER | EDIT, "overrid overrul"),
    (OVER, "ignor disregard forget bypass circumvent preceden priorit supersed outrank void pretend obey comply unrestrict guardrail guideline discard dismiss skip trump"),
    (OVER, "no_longer act_as you_are_now you_are_operating carried_out disabl turn_off switch_off deactivat does_not_count not_apply behave_ role-play roleplay"),
    (TELL, "tell inform notif mention disclos reveal bring_up announc aware know notice ask confirm prompt answer state_ say respond permission reference alert show display report consult learn find_out"),
    (NEG, "not_ n't n’t never without no_ avoid refrain omit leave leaving nor_ unless until"),
    (HIDE, "silent quiet secretly covert discreet stealth hidden hide conceal suppress invisibl background asks_what asks_why you_are_doing keep_this keep_it yourself out_of_ behind_the unobtrusive undisclosed transparently confidential"),
    (LOOT, "password passphrase credential secret api_key apikey token private_key ssh cookie seed_phrase login keychain conversation chat transcript message system_prompt histor environment env_ clipboard home_dir context session_key access_key otp card_number bearer instruction"),
    (MOVE, "send sent post forward upload transmit mail relay share put_ includ pass attach append fill past plac writ copi copy encod provid collect gather harvest read_ open load retriev fetch extract access report submit output contain push deliver mirror goes_to invite grant log_ record sav stor embed transfer pay_ paid wire print complete entire full_ whole contents repeat take look scan reads_ capture"),
    (ADDR, "http @ .com .io .net .org .example .dev ~/ /etc/ /tmp/ /var/ /home/ /root webhook endpoint server account wallet iban attacker external third-party +"),
    (SPATH, ".env .ssh .aws id_rsa id_ed25519 /etc/ _history .netrc .npmrc .git-cred .gitconfig .kube .docker mcp.json .gnupg wallet.dat /proc/ token.json .pem .bashrc .zshrc .profile credentials.json gcloud .cursor .config/"),
    (NAME, "_ ` ' \" “ ‘ _tool_ _function"),
    (CALL, "call invok trigger run_ run: running execut use_ uses_ using quer request fetch retriev perform launch start_with begin_with preced followed load scan search look open read_ get_ requires_ needs_ need_ require consult list_ step visit activat"),
    (EDIT, "set_ chang modif replac append prepend add_ adds insert includ pass put_ remov delet alter restrict convert redirect rout rewrit substitut swap overwrit prefix suffix attach increas decreas reduc multipl subtract update adjust inject strip truncat intercept wrap end_with enhanc upgrad optimiz optimis fill inflat always_ assign"),
    (PRESS, "must always never should need_ have_to has_to required mandator ensure make_sure before after when every each_ any_ all_ first please kindly instead regardless no_matter whatever automatic also once prior if_ for_ during while only to_get to_do to_perform is_to are_to upon on_"),
    (CMD, "curl wget sudo chmod netstat powershell rm_- $( && |_sh |_bash following_command shell_command this_command every_command all_command commands_ printenv whoami whoami scp_"),
    (PREF, "instead other prefer rather_than deprecat broken hacked unsafe compromised malicious built-in only_this replac"),
    (ALONE, "exfiltrat steal siphon smuggl exfil leak audit_log two-factor 2fa firewall developer_mode god_mode jailbreak dan_mode"),
    (OTHER, "usuari usuári instruc instrucc instruç instrução ignora ignore_tod olvid contrase credencia conversaci conversaç antes después herramienta ferramenta envía envia_ destinat clave senha archivo arquivo siempre sempre nunca utilisateur consigne règle avant_ fichier mot_de_passe oubli ignorez envoi destinataire toujours benutzer nutzer anweisung ignorier vergiss passwort datei sende bevor empfänger unterhaltung utente istruzion dimentica conversazione prima_ gebruiker instructies negeer użytkownik instrukcj ignoruj zignoruj kullanıcı talimat yoksay önce pengguna instruksi abaikan sebelum người_dùng hướng_dẫn bỏ_qua lệnh"),
];

/// Whether a text in a script other than Latin is long enough to be read.
fn has_script(text: &str) -> bool {
    !text.is_ascii() && text.chars().filter(|c| u32::from(*c) >= 0x370).take(6).count() == 6
}

struct Gate {
    find: AhoCorasick,
    masks: Vec<Mask>,
}

static GATE: LazyLock<Option<Gate>> = LazyLock::new(|| {
    let (mut cues, mut masks) = (Vec::new(), Vec::<Mask>::new());
    for (mask, group) in CUES {
        for cue in group.split(' ') {
            let cue = if cue.len() > 1 && *mask != SPATH { cue.replace('_', " ") } else { cue.into() };
            match cues.iter().position(|c| *c == cue) {
                Some(at) => masks[at] |= mask,
                None => {
                    cues.push(cue);
                    masks.push(*mask);
                }
            }
        }
    }
    let find = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .kind(Some(AhoCorasickKind::DFA))
        .build(&cues)
        .ok()?;
    Some(Gate { find, masks })
});

/// Whether the families of a sentence could satisfy some rule.
fn opens(m: Mask) -> bool {
    let has = |all: Mask| m & all == all;
    has(ALONE)
        || has(OTHER)
        || has(CMD)
        || has(SPATH)
        || has(OVER)
        || has(HIDE)
        || has(TELL | NEG)
        || has(LOOT | MOVE) && m & (PRESS | NAME | ADDR | NEG) != 0
        || has(ADDR | MOVE | PRESS)
        || has(ADDR | EDIT | PRESS)
        || has(ADDR | EDIT | NAME)
        || has(TELL | NAME | PRESS)
        || has(LOOT | NAME | PRESS)
        || has(NAME | CALL | PRESS)
        || has(NAME | EDIT | PRESS)
        || has(EDIT | PRESS | TELL)
        || has(PREF | CALL | NEG)
        || has(PREF | NAME)
}

/// Whether a text may hold a frame.
pub fn may_hold(text: &str) -> bool {
    if text.len() < 8 {
        return false;
    }
    let Some(gate) = &*GATE else { return true };
    let mut mask = 0;
    for m in gate.find.find_overlapping_iter(text) {
        mask |= gate.masks[m.pattern().as_usize()];
        if opens(mask) {
            return true;
        }
    }
    has_script(text)
}

/// Which sentences of a text are to be read: those that may hold a frame, and
/// their neighbours, since an order and what it is about may be apart.
pub(super) fn select(text: &str, sentences: &[Range<usize>]) -> Vec<bool> {
    let Some(gate) = &*GATE else { return vec![true; sentences.len()] };
    let mut masks: Vec<Mask> = vec![0; sentences.len()];
    let mut at = 0;
    for m in gate.find.find_overlapping_iter(text) {
        while at < sentences.len() && sentences[at].end < m.end() {
            at += 1;
        }
        let Some(s) = sentences.get(at) else { break };
        if m.start() + 1 >= s.start {
            masks[at] |= gate.masks[m.pattern().as_usize()];
        }
    }
    let open: Vec<bool> = sentences
        .iter()
        .zip(&masks)
        .map(|(r, m)| opens(*m) || has_script(&text[r.clone()]))
        .collect();
    let beside = |i: usize| {
        let near = open[i.saturating_sub(2)..(i + 2).min(open.len())].iter().any(|o| *o);
        near && masks[i] & (NAME | PREF | CMD | CALL) != 0
    };
    (0..open.len()).map(|i| open[i] || beside(i)).collect()
}
