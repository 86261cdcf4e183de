//! From a spec to a surface: which sessions are held, in which order.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::{Instant, timeout};
use warden_core::capture::SessionId;
use warden_core::report::ServerInfo;
use warden_core::surface::{ListKind, Seen};
use warden_core::{Endpoint, HttpKind, ServerSpec, SurfaceBuilder, Untrusted};

use crate::failure::{Failure, Kind, seconds};
use crate::handshake::{Opened, declares, info};
use crate::link::{HttpClient, Link};
use crate::listing::{Entries, Listed, compare, read_list};
use crate::log::Log;
use crate::prompts::render;
use crate::redact::Redactor;
use crate::session::{Era, Session};
use crate::{CaptureOptions, Captured, Outcome};

/// The shortest time that `server/discover` is given: a server that ignores
/// what it does not know is then asked in the older way.
const DISCOVER: Duration = Duration::from_secs(3);

/// How much longer than its budget a capture may take to end what it started.
const CLEAN_UP: Duration = Duration::from_secs(3);

/// One capture under way.
pub(crate) struct Run<'a> {
    spec: &'a ServerSpec,
    options: &'a CaptureOptions,
    client: Option<HttpClient>,
    /// What is spoken over HTTP, once it is known.
    http: HttpKind,
    builder: SurfaceBuilder,
    log: Log,
    /// When the time for this server is over.
    over: Instant,
    info: Option<ServerInfo>,
    /// The tools were read whole at least once.
    tools_read: bool,
    /// Lists that did not answer; they are not waited for again.
    silent: Vec<ListKind>,
    /// How long the first answer took.
    first_answer: Duration,
    stderr: Option<Untrusted>,
}

impl<'a> Run<'a> {
    pub(crate) fn new(spec: &'a ServerSpec, options: &'a CaptureOptions) -> Self {
        let http = match &spec.endpoint {
            Endpoint::Http(remote) => remote.kind,
            Endpoint::Stdio(_) => HttpKind::Auto,
        };
        Self {
            spec,
            options,
            client: None,
            http,
            builder: SurfaceBuilder::new(spec.name.clone()),
            log: Log::new(Redactor::new(spec, options.inherit_env)),
            over: Instant::now() + options.budgets.total,
            info: None,
            tools_read: false,
            silent: Vec::new(),
            first_answer: Duration::ZERO,
            stderr: None,
        }
    }

    /// Holds the sessions and hands over what they gave.
    pub(crate) async fn capture(mut self) -> Captured {
        // Every wait ends when the time is over; this is only a net below.
        let total = self.options.budgets.total;
        let result = timeout(total + CLEAN_UP, self.sessions()).await.unwrap_or_else(|_| {
            let message = format!("it could not be read within {}", seconds(total));
            Err(Failure::new(Kind::Silent, "list", message))
        });
        let outcome = match result {
            Ok(()) => Outcome::Surface(self.builder.finish()),
            Err(f) if self.tools_read && f.kind != Kind::Json => {
                self.log.unreachable("the rest", f.message);
                Outcome::Surface(self.builder.finish())
            }
            Err(mut f) => {
                f.message = self.log.redactor().text(&f.message);
                if f.hint.is_none() {
                    f.hint = self.hint(f.kind);
                }
                Outcome::NotChecked(f.into_error(self.stderr))
            }
        };
        Captured { outcome, info: self.info.unwrap_or_default(), facts: self.log.snapshot() }
    }

    fn hint(&self, kind: Kind) -> Option<String> {
        match kind {
            Kind::Silent => Some(self.log.noise_hint().unwrap_or_else(|| {
                "if it only needs longer, give it more with --timeout".to_owned()
            })),
            Kind::Ended => self.log.noise_hint(),
            _ => None,
        }
    }

    async fn sessions(&mut self) -> Result<(), Failure> {
        let refused = match self.session_a().await {
            Ok(()) => None,
            Err(f) if f.is_refusal() && !self.tools_read => Some(f),
            Err(f) => return Err(f),
        };
        let handshakes = refused.as_ref().is_none_or(|f| f.phase != "handshake");
        if self.options.quick {
            return match refused {
                Some(f) if handshakes => Err(f),
                Some(f) => self.session_modern_only().await.map_err(|_| f),
                None => Ok(()),
            };
        }
        let modern = match self.time_is_left() {
            Ok(()) => self.session_b(handshakes).await,
            Err(f) => Err(f),
        };
        let modern = modern.unwrap_or_else(|f| {
            self.log.unreachable("session B", f.message);
            false
        });
        if let (Some(f), false) = (&refused, self.tools_read) {
            return Err(f.clone());
        }
        if let Some(f) = refused.filter(|_| handshakes) {
            self.log.unreachable("session A", f.message);
        }
        // A server that refuses one handshake is not asked for another.
        if modern
            && handshakes
            && let Err(f) = self.session_c().await
        {
            self.log.unreachable("session C", f.message);
        }
        Ok(())
    }

    /// No program is started whose answers could not be waited for.
    fn time_is_left(&self) -> Result<(), Failure> {
        if Instant::now() < self.over { Ok(()) } else { Err(Failure::over()) }
    }

    /// `initialize` without capabilities.
    async fn session_a(&mut self) -> Result<(), Failure> {
        let mut session = self.connect().await?;
        let begun = Instant::now();
        let mut opened = self.initialize(&mut session, false).await;
        if let Err(f) = &opened
            && let Some(older) = self.older_transport(f).await?
        {
            session = older;
            opened = self.initialize(&mut session, false).await;
        }
        self.first_answer = begun.elapsed();
        self.converse(session, SessionId::A, opened).await
    }

    /// For `--quick`, where the handshake was refused.
    async fn session_modern_only(&mut self) -> Result<(), Failure> {
        let mut session = self.connect().await?;
        let opened = session.discover(self.options.budgets.start).await;
        let opened = opened.and_then(|o| o.ok_or_else(not_modern));
        self.converse(session, SessionId::A, opened).await
    }

    /// `server/discover`, else `initialize` with all capabilities; tells
    /// whether the modern era was spoken.
    async fn session_b(&mut self, may_initialize: bool) -> Result<bool, Failure> {
        let mut session = self.connect().await?;
        let wait = DISCOVER.max(self.first_answer * 2).min(self.options.budgets.start);
        let discovered = session.discover(wait).await;
        let failed = match discovered {
            Ok(Some(opened)) => {
                return self.converse(session, SessionId::B, Ok(opened)).await.map(|()| true);
            }
            Ok(None) => not_modern(),
            Err(f) => f,
        };
        if !may_initialize {
            return self.converse(session, SessionId::B, Err(failed)).await.map(|()| false);
        }
        if failed.is_refusal() || failed.kind == Kind::Silent {
            let opened = self.initialize(&mut session, true).await;
            let dead = opened.as_ref().is_err_and(|f| !f.is_refusal());
            if !dead {
                return self.converse(session, SessionId::B, opened).await.map(|()| false);
            }
        }
        // It did not survive the question: start anew and do not ask it.
        self.end(session).await;
        self.time_is_left()?;
        let mut session = self.connect().await?;
        let opened = self.initialize(&mut session, true).await;
        self.converse(session, SessionId::B, opened).await.map(|()| false)
    }

    /// `initialize` with all capabilities, of a server of both eras.
    async fn session_c(&mut self) -> Result<(), Failure> {
        let mut session = self.connect().await?;
        let opened = self.initialize(&mut session, true).await;
        self.converse(session, SessionId::C, opened).await
    }

    async fn initialize(&self, session: &mut Session, all: bool) -> Result<Opened, Failure> {
        session.initialize(all, self.options.version, self.options.budgets.start).await
    }

    async fn connect(&mut self) -> Result<Session, Failure> {
        let link = match &self.spec.endpoint {
            Endpoint::Stdio(launch) => Link::start(launch, self.options.inherit_env)?,
            Endpoint::Http(remote) => {
                let client = match &self.client {
                    Some(client) => client,
                    None => self.client.insert(HttpClient::new(remote, self.options)?),
                };
                let reached = Link::reach(client, self.http);
                let left = self.over.saturating_duration_since(Instant::now());
                let start = self.options.budgets.start.min(left);
                timeout(start, reached).await.map_err(|_| {
                    let message = format!("it could not be reached within {}", seconds(start));
                    Failure::new(Kind::Start, "connect", message)
                })??
            }
        };
        Ok(Session::new(link, self.options.version, self.log.clone(), self.over))
    }

    /// The two-endpoint transport, where the failure suggests that the server
    /// knows no other.
    async fn older_transport(&mut self, f: &Failure) -> Result<Option<Session>, Failure> {
        if self.http != HttpKind::Auto || !matches!(f.kind, Kind::Status(400 | 404 | 405 | 406)) {
            return Ok(None);
        }
        self.http = HttpKind::Sse;
        match self.connect().await {
            Ok(session) => Ok(Some(session)),
            Err(f) if matches!(f.kind, Kind::Auth | Kind::Protocol) => Err(f),
            // It offers no such stream: what it said first is what counts.
            Err(_) => {
                self.http = HttpKind::Streamable;
                Ok(None)
            }
        }
    }

    /// Reads everything in an opened session, then ends it.
    async fn converse(
        &mut self,
        mut session: Session,
        id: SessionId,
        opened: Result<Opened, Failure>,
    ) -> Result<(), Failure> {
        let result = match opened {
            Ok(opened) => self.read_all(&mut session, id, &opened).await,
            Err(f) => Err(f),
        };
        if result.is_err() {
            self.stderr = session.stderr();
        }
        self.end(session).await;
        result
    }

    async fn end(&self, session: Session) {
        self.log.killed(session.close().await.killed);
    }

    async fn read_all(
        &mut self,
        session: &mut Session,
        id: SessionId,
        opened: &Opened,
    ) -> Result<(), Failure> {
        if self.http == HttpKind::Auto {
            self.http = HttpKind::Streamable;
        }
        self.info.get_or_insert_with(|| info(opened));
        self.log.session(id, opened.protocol.clone(), opened.modern);
        self.builder.add_server(&opened.answer.doc, opened.answer.result, Seen::at(id, 1));
        if opened.modern {
            return self.read_modern(session, id, opened).await;
        }
        let mut first = self.listing(session, Seen::at(id, 1), opened).await?;
        if std::mem::take(&mut session.tools_changed) {
            // It has said so: what it lists now is its first listing.
            first = self.listing(session, Seen::at(id, 1), opened).await?;
            session.tools_changed = false;
        }
        let second = self.listing(session, Seen::at(id, 2), opened).await?;
        self.compare(id, &first, &second);
        if session.tools_changed {
            self.listing(session, Seen::at(id, 2), opened).await?;
        }
        Ok(())
    }

    /// With no capabilities and with all, each twice; `server/discover` is
    /// asked again as well, since it carries the instructions.
    async fn read_modern(
        &mut self,
        session: &mut Session,
        id: SessionId,
        opened: &Opened,
    ) -> Result<(), Failure> {
        for all in [false, true] {
            session.era = Era::Modern { all };
            let first = self.listing(session, Seen::at(id, 1), opened).await?;
            let second = self.listing(session, Seen::at(id, 2), opened).await?;
            self.compare(id, &first, &second);
        }
        match session.discover(self.options.budgets.answer).await {
            Ok(Some(again)) => {
                let answer = &again.answer;
                self.builder.add_server(&answer.doc, answer.result, Seen::at(id, 2));
                let said = |o: &Opened| o.answer.val().get_text("instructions").map(String::from);
                if said(&again) != said(opened) {
                    self.log.differs(id, "instructions", Vec::new());
                }
            }
            Ok(None) => self.log.unreachable("server/discover", "it answers differently"),
            Err(f) => self.log.unreachable("server/discover", f.message),
        }
        Ok(())
    }

    fn compare(&self, id: SessionId, first: &Listing, second: &Listing) {
        for (list, entries) in first {
            if let Some(again) = second.get(list) {
                compare(id, list.member(), entries, again, &self.log);
            }
        }
    }

    /// Every list once, and the prompts rendered.
    async fn listing(
        &mut self,
        session: &mut Session,
        seen: Seen,
        opened: &Opened,
    ) -> Result<Listing, Failure> {
        let wait = self.options.budgets.answer;
        let mut listing = Listing::new();
        for list in opened.lists.iter().copied() {
            if self.silent.contains(&list) {
                continue;
            }
            let read = read_list(session, list, seen, wait, &mut self.builder, &self.log).await;
            match read {
                Ok(Listed { entries, prompts }) => {
                    self.tools_read |= list == ListKind::Tools;
                    listing.insert(list, entries);
                    let into = &mut self.builder;
                    render(session, &prompts, seen, wait, into, &self.log).await?;
                }
                Err(f) => self.list_failed(list, opened, f)?,
            }
        }
        Ok(listing)
    }

    /// Decides whether a list that cannot be read ends the session.
    fn list_failed(&mut self, list: ListKind, opened: &Opened, f: Failure) -> Result<(), Failure> {
        let has_none = f.kind == Kind::Refused(-32601);
        if list == ListKind::Tools {
            // A server of prompts or resources alone need not know the method.
            if has_none && !declares(opened, "tools") {
                self.tools_read = true;
                return Ok(());
            }
            return Err(f);
        }
        match f.kind {
            _ if has_none => return Ok(()),
            Kind::Ended => {
                self.log.unreachable(list.method(), f.message.clone());
                return Err(f);
            }
            Kind::Silent => self.silent.push(list),
            _ => {}
        }
        self.log.unreachable(list.method(), f.message);
        Ok(())
    }
}

type Listing = HashMap<ListKind, Entries>;

fn not_modern() -> Failure {
    let message = "its answer to `server/discover` is none of that revision's";
    Failure::new(Kind::Refused(0), "handshake", message)
}
