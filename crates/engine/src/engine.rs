//! The engine: compiled rules and the order in which they run.

mod calls;
pub(crate) mod cause;
mod memo;
mod own_examples;
mod statics;
mod texts;

use warden_core::finding::Finding;
use warden_core::report::{Completeness, Ruleset};
use warden_core::views::{FeedView, PinView};
use warden_core::{Endpoint, RuleMeta, Severity, Surface, Untrusted, Verdict};

use crate::frames;
use crate::gates::verdict::{Parts, assemble};
use crate::gates::{feed, pin};
use crate::ignore::Ignores;
use crate::lex::{Compiler, Lexicon, RULE_FILES, Source, WORDS, Wrong};
use crate::meta_rules;
use crate::registry::RULES;
use crate::rule::Cx;
use crate::ruleset;
use crate::{EngineError, EngineOptions, VetInput};

/// The compiled rules. Cheap to share between threads by reference.
pub struct Engine {
    fail_on: Severity,
    require_approval: bool,
    ignores: Ignores,
    lexicon: Lexicon,
    catalogue: Vec<RuleMeta>,
    ruleset: Ruleset,
    memo: memo::Memo,
    every_voice: bool,
}

impl Engine {
    /// Compiles the rules.
    ///
    /// # Errors
    /// When one of the person's own rules is wrong; the error says where.
    pub fn new(options: EngineOptions) -> Result<Self, EngineError> {
        // The words of the frames are put into tables meanwhile.
        let lexicon = std::thread::scope(|scope| {
            scope.spawn(frames::prepare);
            compile(&options.user_rules)
        })?;
        let catalogue = catalogue(&lexicon);
        check_user_ids(&options, &lexicon)?;
        let mut inputs = ruleset::inputs();
        inputs.extend(options.user_rules.iter().map(|(n, t)| (n.as_str(), t.as_bytes())));
        let own = if options.user_rules.is_empty() { "" } else { "+own" };
        let ruleset = Ruleset {
            version: format!("{}{own}", ruleset::VERSION),
            digest: ruleset::digest(&inputs, &catalogue),
        };
        let engine = Self {
            fail_on: options.fail_on,
            require_approval: options.require_approval,
            ignores: Ignores::new(&options.ignores, &options.today),
            lexicon,
            catalogue,
            ruleset,
            memo: memo::Memo::default(),
            every_voice: false,
        };
        own_examples::check(&engine, &options.user_rules)?;
        Ok(engine)
    }

    /// Reports every rule that holds, also where several say the same of the same
    /// words: for whoever tries a rule, such as its tests.
    pub fn with_every_voice(mut self) -> Self {
        self.every_voice = true;
        self
    }

    /// Version and digest of the rules in force.
    pub fn ruleset(&self) -> Ruleset {
        self.ruleset.clone()
    }

    /// Every rule that the engine knows.
    pub fn catalogue(&self) -> Vec<RuleMeta> {
        self.catalogue.clone()
    }

    /// Judges a launch line or URL before anything is started.
    pub fn vet_launch(
        &self,
        server: &Untrusted,
        endpoint: &Endpoint,
        earlier: &[Finding],
        pins: &dyn PinView,
        feed_view: &dyn FeedView,
    ) -> Verdict {
        let nothing = Surface::default();
        let cx = Cx { server, surface: &nothing, peers: &[], endpoint: Some(endpoint) };
        let mut findings = earlier.to_vec();
        findings.extend(calls::launch(endpoint, &cx));
        findings.extend(feed::findings(server, &nothing, Some(endpoint), feed_view));
        findings.extend(pin::launch_findings(Some(endpoint), pins, self.require_approval));
        self.conclude(server, &nothing, findings, Completeness::default())
    }

    /// What somebody who reviews a config wants to know of a launch beside
    /// [`Engine::vet_launch`]: whether it authenticates, and how.
    pub fn review_launch(&self, endpoint: &Endpoint) -> Vec<Finding> {
        calls::review(endpoint)
    }

    /// Judges a surface.
    pub fn vet(&self, input: &VetInput<'_>) -> Verdict {
        let cx = Cx {
            server: input.server,
            surface: input.surface,
            peers: input.peers,
            endpoint: input.endpoint,
        };
        let mut findings = input.earlier.to_vec();
        if let Some(endpoint) = input.endpoint {
            findings.extend(calls::launch(endpoint, &cx));
        }
        if let Some(facts) = input.facts {
            findings.extend(calls::capture(facts, &cx));
        }
        let rules = statics::Rules {
            lexicon: &self.lexicon,
            memo: &self.memo,
            every_voice: self.every_voice,
        };
        let mut completeness = statics::run(rules, &cx, &mut findings);
        if let Some(facts) = input.facts {
            completeness.pages = facts.sessions.iter().map(|s| s.pages).sum();
            completeness.unreachable.clone_from(&facts.unreachable);
        }
        let identity_refused = {
            let feed = feed::findings(input.server, input.surface, input.endpoint, input.feed);
            let fatal = feed.iter().any(|f| f.tool().is_none() && f.severity == Severity::Critical);
            findings.extend(feed);
            fatal
        };
        // A server that is known to be hostile is not compared with its past.
        if !identity_refused {
            findings.extend(pin::findings(
                input.surface,
                input.endpoint,
                input.pins,
                self.require_approval,
            ));
        }
        self.conclude(input.server, input.surface, findings, completeness)
    }

    fn conclude(
        &self,
        server: &Untrusted,
        surface: &Surface,
        findings: Vec<Finding>,
        completeness: Completeness,
    ) -> Verdict {
        let (findings, ignored) = self.ignores.split(findings, server, &self.catalogue);
        assemble(Parts {
            surface,
            findings,
            ignored,
            completeness,
            fail_on: self.fail_on,
            require_approval: self.require_approval,
        })
    }

    /// Remarks after all vetting: ignore entries that matched nothing or have
    /// expired.
    pub fn unused_ignores(&self) -> Vec<String> {
        self.ignores.unused()
    }
}

fn compile(user_rules: &[(String, String)]) -> Result<Lexicon, EngineError> {
    let error = |w: Wrong| EngineError::Rule { file: w.file, message: w.message };
    let mut compiler = Compiler::new(&Source { file: WORDS.0, text: WORDS.1 }).map_err(error)?;
    for (file, text) in RULE_FILES {
        compiler.add(&Source { file, text }).map_err(error)?;
    }
    for (file, text) in user_rules {
        compiler.add(&Source { file, text }).map_err(error)?;
    }
    Ok(compiler.finish())
}

fn catalogue(lexicon: &Lexicon) -> Vec<RuleMeta> {
    let mut all: Vec<RuleMeta> = lexicon.rules().iter().map(|r| r.meta.clone()).collect();
    all.extend(RULES.iter().map(|r| r.meta().to_rule_meta(r.cases())));
    all.extend(frames::plug::catalogue());
    all.extend(crate::inspect::catalogue());
    all.push(crate::score::plug::catalogue());
    all.extend(meta_rules::catalogue());
    all.sort_by(|a, b| a.id.cmp(&b.id));
    all
}

/// A person's own rule must not pass for one of ours; lexical ones are
/// compared by the compiler.
fn check_user_ids(options: &EngineOptions, lexicon: &Lexicon) -> Result<(), EngineError> {
    let structural = RULES.iter().map(|r| r.meta().id);
    let frames = frames::rules::RULES.iter().map(|r| r.id);
    let taken: std::collections::HashSet<&str> = structural
        .chain(meta_rules::ids())
        .chain(frames)
        .chain([crate::score::RULE])
        .chain(crate::inspect::rule_ids())
        .collect();
    let own = lexicon.rules().iter().skip(RULE_FILES.len());
    for (rule, (file, _)) in own.zip(&options.user_rules) {
        if taken.contains(rule.meta.id.as_str()) {
            let message = format!("the id {} is taken by a rule of Warden", rule.meta.id);
            return Err(EngineError::Rule { file: file.clone(), message });
        }
    }
    Ok(())
}
