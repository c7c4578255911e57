//! What the server has besides its session: its address, the secret in it, and those who do the work.

use crate::How;
use crate::folder::Folder;
use crate::token::Token;
use crate::workers::WorkerPool;
use relict_session::Session;
use relict_toolkit::core::args;
use relict_toolkit::problem::{INPUT_OUTPUT, Problem, Result};

#[derive(Debug)]
pub struct Server {
    pub session: Session,
    pub workers: WorkerPool,
    pub token: Token,
    pub port: u16,
}

impl Server {
    /// One that listens on this port.
    pub fn open(how: &How, port: u16) -> Result<Self> {
        let no_token = |e: getrandom::Error| Problem::new(INPUT_OUTPUT, "", args!(reason = e.to_string()));
        Ok(Self {
            session: Session::new(Box::new(Folder::open(&how.root)?), how.edit, how.language)
                .with_palette(how.palette),
            workers: WorkerPool::new(),
            token: Token::random().map_err(no_token)?,
            port,
        })
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token.text())
    }
}
