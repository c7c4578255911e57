//! How the viewer is told to end: Ctrl-C, or what the system sends. Either lets temporary files be cleared away.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Listens from the beginning, so that nothing is missed between the address being told and the first answer.
#[cfg(unix)]
#[derive(Debug)]
pub struct Shutdown {
    pressed: Signal,
    sent: Signal,
}

#[cfg(unix)]
impl Shutdown {
    pub fn listen() -> io::Result<Self> {
        Ok(Self { pressed: signal(SignalKind::interrupt())?, sent: signal(SignalKind::terminate())? })
    }

    pub async fn told(mut self) {
        tokio::select! {
            _ = self.pressed.recv() => (),
            _ = self.sent.recv() => (),
        }
    }
}

#[cfg(windows)]
#[derive(Debug)]
pub struct Shutdown {
    pressed: tokio::signal::windows::CtrlC,
}

#[cfg(windows)]
impl Shutdown {
    pub fn listen() -> io::Result<Self> {
        Ok(Self { pressed: tokio::signal::windows::ctrl_c()? })
    }

    pub async fn told(mut self) {
        self.pressed.recv().await;
    }
}
