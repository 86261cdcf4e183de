//! Requests that wait for their answer. There is one table for each side that
//! asks: the ids of the two sides are two spaces.

use std::collections::HashMap;

use warden_core::surface::ListKind;

use crate::id::Id;

/// What a request asks for, as far as the guard cares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// `initialize` or `server/discover`.
    Hello,
    /// A list; whether without a cursor, and the parameters (without their
    /// cursor) for pages that the guard asks for itself.
    List { kind: ListKind, first: bool, params: Vec<u8> },
    /// `prompts/get`, with the name of the prompt.
    Prompt(String),
    /// `resources/read`.
    Read,
    /// `tools/call`.
    Call(String),
    /// Anything else.
    Other,
}

/// Where a request stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// It was passed on.
    Waiting,
    /// It was passed on and is no longer wanted; an answer may still come.
    Cancelled,
    /// The guard holds it, or its answer, until something is judged.
    Held,
}

#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) asked: Asked,
    pub(crate) state: State,
}

/// Why a request cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// One with that id already waits.
    Duplicate,
    /// Too many wait.
    TooMany,
}

/// The requests of one side.
#[derive(Debug, Default)]
pub(crate) struct Table {
    waiting: HashMap<Id, Request>,
}

impl Table {
    /// Takes a request.
    pub(crate) fn insert(&mut self, id: Id, request: Request, most: usize) -> Result<(), Full> {
        let known = self.waiting.get(&id).map(|r| r.state);
        match known {
            Some(State::Cancelled) => {}
            Some(State::Waiting | State::Held) => return Err(Full::Duplicate),
            None if self.waiting.len() >= most && !self.drop_cancelled() => {
                return Err(Full::TooMany);
            }
            None => {}
        }
        self.waiting.insert(id, request);
        Ok(())
    }

    /// Makes room; `false` if there is none to make.
    fn drop_cancelled(&mut self) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|_, r| r.state != State::Cancelled);
        self.waiting.len() < before
    }

    pub(crate) fn get(&self, id: &Id) -> Option<&Request> {
        self.waiting.get(id)
    }

    pub(crate) fn set_state(&mut self, id: &Id, state: State) {
        if let Some(r) = self.waiting.get_mut(id) {
            r.state = state;
        }
    }

    /// Takes out a request that was passed on and is answered now.
    pub(crate) fn answered(&mut self, id: &Id) -> Option<Request> {
        match self.waiting.get(id)?.state {
            State::Held => None,
            State::Waiting | State::Cancelled => self.waiting.remove(id),
        }
    }

    /// Keeps a request that was answered, since its answer is held.
    pub(crate) fn hold(&mut self, id: Id, request: Request) {
        self.waiting.insert(id, Request { state: State::Held, ..request });
    }

    pub(crate) fn remove(&mut self, id: &Id) -> Option<Request> {
        self.waiting.remove(id)
    }

    /// Ids of all requests that somebody still waits for, in order.
    pub(crate) fn drain(&mut self) -> Vec<Id> {
        let mut ids: Vec<Id> = std::mem::take(&mut self.waiting)
            .into_iter()
            .filter(|(_, r)| r.state != State::Cancelled)
            .map(|(id, _)| id)
            .collect();
        ids.sort();
        ids
    }

    /// How many are still wanted.
    pub(crate) fn wanted(&self) -> usize {
        self.waiting.values().filter(|r| r.state != State::Cancelled).count()
    }
}
