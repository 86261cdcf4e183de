//! One tree for every format, with the place of each key. Repeated keys are
//! all kept: which of them counts differs from client to client.

/// A value and where it begins (byte offset into the decoded text).
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) at: usize,
    pub(crate) value: Value,
}

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Node>),
    Map(Vec<Member>),
}

/// A key, where it begins, and its value.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) key: String,
    pub(crate) at: usize,
    pub(crate) node: Node,
}

impl Node {
    pub(crate) fn members(&self) -> &[Member] {
        match &self.value {
            Value::Map(members) => members,
            _ => &[],
        }
    }

    pub(crate) fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    pub(crate) fn is_map(&self) -> bool {
        matches!(self.value, Value::Map(_))
    }

    /// The value of a key; the last one wins, as in JavaScript and Python.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.members().iter().rev().find(|m| m.key == key).map(|m| &m.node)
    }

    /// As [`Self::get`], but `null` counts as absent.
    pub(crate) fn given(&self, key: &str) -> Option<&Node> {
        self.get(key).filter(|n| !matches!(n.value, Value::Null))
    }

    /// The first of several keys that is given.
    pub(crate) fn given_any<'k>(&self, keys: &[&'k str]) -> Option<(&'k str, &Node)> {
        keys.iter().find_map(|k| Some((*k, self.given(k)?)))
    }

    pub(crate) fn at_path(&self, path: &[&str]) -> Option<&Node> {
        path.iter().try_fold(self, |node, key| node.get(key))
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(t) => Some(t),
            _ => None,
        }
    }

    /// Text, or a number or truth value in its spelling: YAML and careless
    /// people write `PORT: 8080`.
    pub(crate) fn scalar(&self) -> Option<String> {
        match &self.value {
            Value::Text(t) | Value::Number(t) => Some(t.clone()),
            Value::Bool(b) => Some(b.to_string()),
            _ => None,
        }
    }

    pub(crate) fn bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(b) => Some(b),
            _ => None,
        }
    }

    pub(crate) fn is_true(&self, key: &str) -> bool {
        self.get(key).and_then(Node::bool) == Some(true)
    }

    pub(crate) fn text_of(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Node::text)
    }

    /// The texts in a list; what is no text is left out.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.items().iter().filter_map(Node::text)
    }
}
