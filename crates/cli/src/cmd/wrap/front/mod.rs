//! The guard as an HTTP server in front of an HTTP server: `wrap --url URL
//! --listen ADDRESS`.
//!
//! Every session of a client is a conversation of its own, with a core and a
//! bridge to the server; requests of the stateless era share one as far as
//! their ids allow.

mod answer;
mod conversation;
mod gate;
mod http;
mod route;
mod sessions;

use std::sync::{Arc, Mutex};

use tokio::sync::mpsc::{Receiver, Sender, channel};
use warden_core::Remote;
use warden_engine::Engine;
use warden_guard::Settings;
use warden_wire::{CaptureOptions, ToRemote};

use super::calls::PolicyJudge;
use super::journal::Journal;
use super::pins::{FilePins, LockPins};
use crate::cmd::approvals::ApprovalStore;
use crate::failure::Failure;
use crate::{signals, tty};

pub(crate) use gate::Gate;

/// Reading is recursive, bounded to 512 levels.
const STACK: usize = 16 << 20;

/// What every conversation is made of.
pub(crate) struct Kit {
    pub(crate) engine: Arc<Engine>,
    pub(crate) settings: Settings,
    pub(crate) policy: Option<(warden_core::policy::Policy, String)>,
    pub(crate) pins: SharedPins,
    pub(crate) approvals: ApprovalStore,
    pub(crate) journal: Mutex<Journal>,
    pub(crate) remote: Remote,
    pub(crate) reach: CaptureOptions,
}

/// Pins that several conversations read and write.
#[derive(Clone)]
pub(crate) enum SharedPins {
    File(FilePins),
    Lock(LockPins),
}

impl SharedPins {
    fn boxed(&self) -> Box<dyn warden_guard::Pins> {
        match self.clone() {
            Self::File(pins) => Box::new(pins),
            Self::Lock(pins) => Box::new(pins),
        }
    }
}

impl Kit {
    fn core(&self) -> Result<warden_guard::Core, Failure> {
        let judge = self.policy.as_ref().map(|(p, server)| PolicyJudge::new(p, server));
        let judge = judge.transpose()?.map(|j| Box::new(j) as Box<dyn warden_guard::CallJudge>);
        let (engine, settings) = (Arc::clone(&self.engine), self.settings.clone());
        let core = warden_guard::Core::new(engine, settings, self.pins.boxed(), judge);
        Ok(core.with_approvals(Box::new(self.approvals.clone())))
    }

    /// The way to the server.
    fn upstream(&self) -> Result<(Sender<ToRemote>, Receiver<Vec<u8>>), Failure> {
        let (to, frames) = channel(64);
        let (out, from) = channel(64);
        let carried = warden_wire::bridge(&self.remote, &self.reach, frames, out);
        tokio::spawn(carried.map_err(Failure::Usage)?);
        Ok((to, from))
    }
}

/// Listens until a signal comes; the exit code.
pub(crate) fn run(kit: Kit, gate: Gate) -> Result<u8, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_stack_size(STACK)
        .enable_all()
        .build()
        .map_err(Failure::Runtime)?;
    let (tell, told) = std::sync::mpsc::channel();
    signals::on_signal(move |code| {
        // It may be past listening.
        let _ = tell.send(code);
    })?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(gate.address).await;
        let address = gate.address;
        let fail = |e| Failure::Usage(format!("--listen {address}: {e}"));
        let listener = listener.map_err(fail)?;
        let bound = listener.local_addr().map_err(fail)?;
        tty::say(&format!("warden: the guard listens on http://{bound}/mcp"));
        let serving = http::serve(listener, Arc::new(kit), Arc::new(gate));
        let stopped = tokio::task::spawn_blocking(move || told.recv().unwrap_or(130));
        tokio::select! {
            () = serving => Ok(0),
            code = stopped => Ok(u8::try_from(code.unwrap_or(130)).unwrap_or(130)),
        }
    })
}
