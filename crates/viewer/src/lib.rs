//! The viewer: a page for the browser, and what it asks for, served on loopback only.
//!
//! Whoever opens a page anywhere lets it talk to this machine, so the server trusts nobody: every address begins with a
//! random token, `Host` and `Origin` must be ours, and no path leads out of the folder that was asked for. What a client
//! may keep waiting, open or send is limited; work is done apart from the connections, and what goes wrong there is an
//! answer and not the end.

#![forbid(unsafe_code)]

mod body;
mod channel;
mod folder;
mod guard;
mod http;
mod listen;
mod memory;
mod page;
mod range;
mod server;
mod shutdown;
mod timeouts;
mod token;
mod upload;
mod workers;

use relict_toolkit::core::args;
use relict_toolkit::core::image::Palette;
use relict_toolkit::messages::Language;
use relict_toolkit::problem::{Problem, Result, VIEWER_PORT};
use server::Server;
use shutdown::Shutdown;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;

/// What is shown, and how.
#[derive(Clone, Debug)]
pub struct How {
    /// A folder, or a file.
    pub root: PathBuf,
    /// Whether anything may be changed.
    pub edit: bool,
    /// 0 for any that is free.
    pub port: u16,
    /// What is spoken where nothing else is asked for.
    pub language: Language,
    /// For pictures whose palette is another file, whatever lies beside them.
    pub palette: Option<Palette>,
    /// For how long the first visitor is waited for; once one came, the viewer stays. For ever, if nothing is said.
    pub wait: Option<Duration>,
}

/// A server that has its address, and does not yet answer.
#[derive(Debug)]
pub struct Viewer {
    listener: TcpListener,
    server: Arc<Server>,
    runtime: Runtime,
    shutdown: Shutdown,
    wait: Option<Duration>,
}

impl Viewer {
    pub fn bind(how: &How) -> Result<Self> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, how.port));
        let unbound =
            |e: std::io::Error| Problem::new(VIEWER_PORT, "", args!(port = how.port, reason = e.to_string()));
        let listener = TcpListener::bind(address).map_err(unbound)?;
        listener.set_nonblocking(true).map_err(unbound)?;
        let port = listener.local_addr().map_err(unbound)?.port();
        let runtime = runtime().map_err(unbound)?;
        let shutdown = runtime.block_on(async { Shutdown::listen() }).map_err(unbound)?;
        let server = Arc::new(Server::open(how, port)?);
        Ok(Self { listener, server, runtime, shutdown, wait: how.wait })
    }

    /// Where the page is. The token in it is the key to everything: it is for the one who started the viewer.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Answers until somebody presses Ctrl-C, or nobody came.
    pub fn serve(self) -> std::io::Result<()> {
        let served =
            self.runtime.block_on(listen::serve(self.listener, self.server, self.shutdown, self.wait));
        // Work that nobody waits for any more is not waited for either.
        self.runtime.shutdown_background();
        served
    }
}

fn runtime() -> std::io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(workers::THREADS)
        .thread_name("relict-viewer")
        .enable_all()
        .build()
}
