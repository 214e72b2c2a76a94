//! Allows one running program per data directory, and lets a second start hand its paths to the first.
//!
//! The lock is the operating system's, on `vitrine.lock`: it ends with its holder, however the process ends.
//! The file `vitrine.instance` beside it holds the process id of the holder and the endpoint at which it
//! accepts paths: a port on 127.0.0.1 and a key that only someone who may read the file knows. They are two
//! files because a locked file cannot be read on Windows.

use std::collections::VecDeque;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::files::{create_private, remove_if_exists, storage};
use vitrine_domain::{Finding, Problem, ProblemKind};
use vitrine_local::{files, private};

const LOCK_FILE: &str = "vitrine.lock";
const INSTANCE_FILE: &str = "vitrine.instance";

/// Maximum length of a message: several times the longest command line.
const MAX_MESSAGE_BYTES: u64 = 8 << 20;
/// How long one side waits for the other.
const IO_TIMEOUT: Duration = Duration::from_secs(2);
/// How many callers are listened to at a time. A further one ends the oldest, so that those who say nothing
/// keep nobody out.
const MAX_CALLERS: usize = 32;
/// How long a starting program may take until it accepts paths. An upgrade of its database can delay that.
const START_TIMEOUT: Duration = Duration::from_secs(2);
const ACKNOWLEDGED: &[u8] = b"taken\n";

/// The result of trying to lock the data directory.
#[derive(Debug)]
pub enum InstanceLock {
    Acquired(Instance),
    HeldElsewhere(OtherInstance),
}

/// This process holds the directory, until this value is dropped.
#[derive(Debug)]
pub struct Instance {
    file: PathBuf,
    endpoint: Option<PathListener>,
    lock: File,
}

/// Another process holds the directory.
#[derive(Debug)]
pub struct OtherInstance {
    dir: PathBuf,
    file: Option<InstanceFile>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct InstanceFile {
    pid: u32,
    #[serde(rename = "door")]
    endpoint: Option<Endpoint>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Endpoint {
    port: u16,
    key: String,
}

impl std::fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Address({})", self.port)
    }
}

#[derive(Serialize, Deserialize)]
struct Message {
    key: String,
    #[serde(flatten)]
    handed_over: HandedOver,
}

/// What a further start of the program hands to the first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandedOver {
    pub paths: Vec<PathBuf>,
    /// The market file that it named, or the name of one. The paths are meant for no other marketplace.
    #[serde(default)]
    pub market: Option<PathBuf>,
}

impl Instance {
    /// Tries to lock the data directory, which is created if it does not exist.
    ///
    /// # Errors
    /// [`ProblemKind::Storage`] when the lock file cannot be created or locked.
    pub fn acquire(dir: &Path) -> Result<InstanceLock, Problem> {
        private::make_data_dir(dir).map_err(|e| storage(dir, &e))?;
        let path = dir.join(LOCK_FILE);
        let lock = private::open(&path, File::options().create(true).truncate(false).write(true))
            .map_err(|e| storage(&path, &e))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Ok(InstanceLock::HeldElsewhere(OtherInstance {
                    dir: dir.to_owned(),
                    file: read_instance_file(&dir.join(INSTANCE_FILE)),
                }));
            }
            Err(TryLockError::Error(error)) => return Err(storage(&path, &error)),
        }
        let instance = Self { file: dir.join(INSTANCE_FILE), endpoint: None, lock };
        instance.publish(None)?;
        Ok(InstanceLock::Acquired(instance))
    }

    /// Starts accepting paths: from now on `on_paths` is called, on a thread of its own, with what each
    /// further start of the program hands over. No paths mean that the window should come to the front.
    ///
    /// # Errors
    /// [`ProblemKind::Storage`] when no port can be opened on 127.0.0.1 or the instance file cannot be
    /// written.
    pub fn listen(&mut self, on_paths: impl Fn(HandedOver) + Send + 'static) -> Result<(), Problem> {
        let endpoint = PathListener::open(on_paths).map_err(|e| storage(&self.file, &e))?;
        self.publish(Some(endpoint.endpoint.clone()))?;
        self.endpoint = Some(endpoint);
        Ok(())
    }

    fn publish(&self, endpoint: Option<Endpoint>) -> Result<(), Problem> {
        write_instance_file(&self.file, &InstanceFile { pid: std::process::id(), endpoint })
            .map_err(|e| storage(&self.file, &e))
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        self.endpoint = None;
        let _ = fs::remove_file(&self.file);
        // Closing the file is not enough while a child process that is just starting still shares it.
        let _ = self.lock.unlock();
    }
}

impl OtherInstance {
    /// The process id of the holder; `None` when it has only just started or stopped.
    pub fn pid(&self) -> Option<u32> {
        self.file.as_ref().map(|file| file.pid)
    }

    /// Hands paths to the holder, for the marketplace that was named, if one was. Relative paths are resolved
    /// against this process's working directory.
    ///
    /// # Errors
    /// [`ProblemKind::AlreadyRunning`], naming the holder, when it accepts none or does not respond;
    /// [`ProblemKind::FileUnreadable`] for a path that is not valid Unicode.
    pub fn hand_over(&self, paths: &[PathBuf], market: Option<&Path>) -> Result<(), Problem> {
        let endpoint = self.endpoint().ok_or_else(|| self.problem())?;
        let mut absolute = Vec::with_capacity(paths.len());
        for path in paths {
            let absolute_path =
                std::path::absolute(path).ok().filter(|absolute_path| absolute_path.to_str().is_some());
            absolute.push(absolute_path.ok_or_else(|| {
                Problem::new(ProblemKind::FileUnreadable).with_subject(path.display().to_string())
            })?);
        }
        // What is no file is the name of one in the data directory.
        let market = market.map(|market| {
            if market.exists() { std::path::absolute(market).unwrap_or_default() } else { market.to_owned() }
        });
        let message =
            Message { key: endpoint.key.clone(), handed_over: HandedOver { paths: absolute, market } };
        send_message(endpoint.port, &message)
            .map_err(|error| self.problem().with_quotation(error.to_string()))
    }

    /// The holder's endpoint. Waits a moment for a holder that has only just started.
    fn endpoint(&self) -> Option<Endpoint> {
        let began = Instant::now();
        let mut file = self.file.clone();
        loop {
            match file.and_then(|file| file.endpoint) {
                None if began.elapsed() < START_TIMEOUT => std::thread::park_timeout(START_TIMEOUT / 100),
                endpoint => return endpoint,
            }
            file = read_instance_file(&self.dir.join(INSTANCE_FILE));
        }
    }

    /// The error to report when nothing was handed over. `subject` is the directory, `said` the holder's
    /// process id.
    pub fn problem(&self) -> Problem {
        let problem = Problem::new(ProblemKind::AlreadyRunning).with_subject(self.dir.display().to_string());
        match self.pid() {
            Some(pid) => problem.with_diagnostic(Finding::OtherProcess { pid }),
            None => problem,
        }
    }
}

/// Writes the file under another name and renames it, so that a reader sees either the old or the new
/// content.
fn write_instance_file(path: &Path, file: &InstanceFile) -> io::Result<()> {
    let unfinished = path.with_extension("instance-new");
    remove_if_exists(&unfinished)?;
    create_private(&unfinished)?.write_all(&serde_json::to_vec(file)?)?;
    fs::rename(&unfinished, path)
}

fn read_instance_file(path: &Path) -> Option<InstanceFile> {
    serde_json::from_str(&files::read_text(path, 4096).ok()?).ok()
}

/// The thread that accepts paths from other starts of the program.
#[derive(Debug)]
struct PathListener {
    endpoint: Endpoint,
    closing: Arc<AtomicBool>,
}

impl PathListener {
    fn open(on_paths: impl Fn(HandedOver) + Send + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(io::Error::other)?;
        let endpoint = Endpoint {
            port: listener.local_addr()?.port(),
            key: blake3::Hash::from_bytes(secret).to_string(),
        };
        let closing = Arc::new(AtomicBool::new(false));
        let (key, closed) = (endpoint.key.clone(), Arc::clone(&closing));
        std::thread::Builder::new()
            .name("second-start".to_owned())
            .spawn(move || answer_callers(&listener, &key, &closed, on_paths))?;
        Ok(Self { endpoint, closing })
    }
}

impl Drop for PathListener {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Release);
        // Unblocks the thread, which waits for a connection.
        let _ = TcpStream::connect_timeout(
            &SocketAddr::from((Ipv4Addr::LOCALHOST, self.endpoint.port)),
            IO_TIMEOUT,
        );
    }
}

/// Listens to each caller on a thread of its own, until `closed`.
fn answer_callers(
    listener: &TcpListener,
    key: &str,
    closed: &AtomicBool,
    on_paths: impl Fn(HandedOver) + Send,
) {
    let on_paths = Mutex::new(on_paths);
    std::thread::scope(|scope| {
        let mut callers: VecDeque<(TcpStream, ScopedJoinHandle<'_, ()>)> = VecDeque::new();
        for caller in listener.incoming() {
            if closed.load(Ordering::Acquire) {
                break;
            }
            callers.retain(|(_, answering)| !answering.is_finished());
            if callers.len() >= MAX_CALLERS
                && let Some((oldest, _)) = callers.pop_front()
            {
                let _ = oldest.shutdown(Shutdown::Both);
            }
            // A connection that fails or does not know the key is ignored.
            let Some((caller, handle)) =
                caller.ok().and_then(|caller| Some((caller.try_clone().ok()?, caller)))
            else {
                continue;
            };
            let on_paths = &on_paths;
            let answer = move || {
                let received = receive(&caller, key);
                // The handle by which a silent caller is ended keeps the connection open otherwise.
                let _ = caller.shutdown(Shutdown::Both);
                if let Ok(paths) = received {
                    on_paths.lock().unwrap_or_else(PoisonError::into_inner)(paths);
                }
            };
            if let Ok(answering) = std::thread::Builder::new().spawn_scoped(scope, answer) {
                callers.push_back((handle, answering));
            }
        }
        callers.iter().for_each(|(caller, _)| drop(caller.shutdown(Shutdown::Both)));
    });
}

fn send_message(port: u16, message: &Message) -> io::Result<()> {
    let bytes = serde_json::to_vec(message)?;
    if bytes.len() as u64 > MAX_MESSAGE_BYTES {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "too many paths at once"));
    }
    let mut stream = TcpStream::connect_timeout(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)), IO_TIMEOUT)?;
    stream.set_write_timeout(Some(IO_TIMEOUT))?;
    stream.set_read_timeout(Some(IO_TIMEOUT))?;
    stream.write_all(&bytes)?;
    stream.shutdown(Shutdown::Write)?;
    let mut answer = [0; ACKNOWLEDGED.len()];
    stream.read_exact(&mut answer)?;
    if answer == *ACKNOWLEDGED { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
}

/// How a message begins. Hashes are compared in constant time.
fn begins_with_key(bytes: &[u8], key: &str) -> bool {
    let begin = format!("{{\"key\":\"{key}\"");
    bytes.get(..begin.len()).is_some_and(|given| blake3::hash(given) == blake3::hash(begin.as_bytes()))
}

/// The length of a key and what stands around it, within which a message has shown that it knows it.
const KEY_BYTES: usize = 128;

/// Reads one whole message, within limits of size and time. Of whoever does not know the key nothing is kept:
/// it may be anybody on this computer.
fn receive(mut stream: &TcpStream, key: &str) -> io::Result<HandedOver> {
    let deadline = Instant::now() + IO_TIMEOUT;
    let (mut bytes, mut chunk) = (Vec::new(), [0; 1 << 14]);
    let mut is_foreign = false;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || bytes.len() as u64 > MAX_MESSAGE_BYTES {
            return Err(io::ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut chunk)? {
            0 => break,
            count => bytes.extend_from_slice(&chunk[..count]),
        }
        is_foreign |= bytes.len() >= KEY_BYTES && !begins_with_key(&bytes, key);
        if is_foreign {
            bytes.clear();
        }
    }
    if is_foreign || !begins_with_key(&bytes, key) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let message: Message = serde_json::from_slice(&bytes)?;
    stream.set_write_timeout(Some(IO_TIMEOUT))?;
    stream.write_all(ACKNOWLEDGED)?;
    Ok(message.handed_over)
}
