//! One running program per data directory, and what a second start does instead.
//!
//! The lock is the operating system's, on `vitrine.lock`: it ends with its holder, however that ends. Beside it
//! lies `vitrine.instance`, where the holder says who it is and at which door it takes paths from a second
//! start: a port on 127.0.0.1 and a key that only someone who may read the file knows. The two are apart
//! because a locked file cannot be read on Windows.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::files::{create_private, make_private_dir, remove_if_there, storage};
use crate::domain::{Code, Problem};

const LOCK: &str = "vitrine.lock";
const CARD: &str = "vitrine.instance";

/// The longest message a door takes: a command line's worth of paths, several times over.
const MAX_BYTES: u64 = 8 << 20;
/// How long one side waits for the other.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a program may take from its start until it takes paths, which an upgrade of its database makes longer.
const STARTING: Duration = Duration::from_secs(2);
const TAKEN: &[u8] = b"taken\n";

/// What came of trying to be the one.
#[derive(Debug)]
pub enum InstanceLock {
    Acquired(Instance),
    HeldElsewhere(OtherInstance),
}

/// This process holds the directory, until this value is dropped.
#[derive(Debug)]
pub struct Instance {
    card: PathBuf,
    door: Option<Door>,
    lock: File,
}

/// Another process holds the directory.
#[derive(Debug)]
pub struct OtherInstance {
    dir: PathBuf,
    card: Option<Card>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Card {
    pid: u32,
    door: Option<Address>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Address {
    port: u16,
    key: String,
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Address({})", self.port)
    }
}

#[derive(Serialize, Deserialize)]
struct Message {
    key: String,
    paths: Vec<PathBuf>,
}

impl Instance {
    /// Tries to take the data directory, making it where there is none.
    ///
    /// # Errors
    /// [`Code::Storage`] when the lock file cannot be made or locked.
    pub fn acquire(dir: &Path) -> Result<InstanceLock, Problem> {
        make_private_dir(dir).map_err(|e| storage(dir, &e))?;
        let path = dir.join(LOCK);
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let lock = options.open(&path).map_err(|e| storage(&path, &e))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Ok(InstanceLock::HeldElsewhere(OtherInstance { dir: dir.to_owned(), card: read_card(&dir.join(CARD)) }));
            }
            Err(TryLockError::Error(error)) => return Err(storage(&path, &error)),
        }
        let instance = Self { card: dir.join(CARD), door: None, lock };
        instance.show(None)?;
        Ok(InstanceLock::Acquired(instance))
    }

    /// Opens the door: from now on `on_paths` is called, on a thread of its own, with the paths of every
    /// further start of the program. No paths mean that the window is wanted in front.
    ///
    /// # Errors
    /// [`Code::Storage`] when no port can be opened on 127.0.0.1 or said in the directory.
    pub fn listen(&mut self, on_paths: impl Fn(Vec<PathBuf>) + Send + 'static) -> Result<(), Problem> {
        let door = Door::open(on_paths).map_err(|e| storage(&self.card, &e))?;
        self.show(Some(door.address.clone()))?;
        self.door = Some(door);
        Ok(())
    }

    fn show(&self, door: Option<Address>) -> Result<(), Problem> {
        write_card(&self.card, &Card { pid: std::process::id(), door }).map_err(|e| storage(&self.card, &e))
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        self.door = None;
        let _ = fs::remove_file(&self.card);
        // Closing is not enough while a process that is just being started still shares the file.
        let _ = self.lock.unlock();
    }
}

impl OtherInstance {
    /// The process id of the holder. `None` when it has only just started, or stopped.
    pub fn pid(&self) -> Option<u32> {
        self.card.as_ref().map(|card| card.pid)
    }

    /// Gives the paths to the holder. Relative ones are meant from this process's directory.
    ///
    /// # Errors
    /// [`Code::AlreadyRunning`], naming the holder, when it takes none or does not answer;
    /// [`Code::FileUnreadable`] for a path that cannot be told to it.
    pub fn hand_over(&self, paths: &[PathBuf]) -> Result<(), Problem> {
        let address = self.door().ok_or_else(|| self.problem())?;
        let mut absolute = Vec::with_capacity(paths.len());
        for path in paths {
            let whole = std::path::absolute(path).ok().filter(|whole| whole.to_str().is_some());
            absolute.push(whole.ok_or_else(|| Problem::new(Code::FileUnreadable).about(path.display().to_string()))?);
        }
        let message = Message { key: address.key.clone(), paths: absolute };
        knock(address.port, &message).map_err(|error| self.problem().saying(error.to_string()))
    }

    /// Where the holder takes paths. One that has only just started is about to say so.
    fn door(&self) -> Option<Address> {
        let began = Instant::now();
        let mut card = self.card.clone();
        loop {
            match card.and_then(|card| card.door) {
                None if began.elapsed() < STARTING => std::thread::park_timeout(STARTING / 100),
                door => return door,
            }
            card = read_card(&self.dir.join(CARD));
        }
    }

    /// What to tell a person who cannot be helped otherwise. `subject` is the directory, `said` the holder's process id.
    pub fn problem(&self) -> Problem {
        let problem = Problem::new(Code::AlreadyRunning).about(self.dir.display().to_string());
        match self.pid() {
            Some(pid) => problem.saying(format!("pid {pid}")),
            None => problem,
        }
    }
}

/// Moved into place whole, so that a reader sees the old card or the new one.
fn write_card(path: &Path, card: &Card) -> io::Result<()> {
    let unfinished = path.with_extension("instance-new");
    remove_if_there(&unfinished)?;
    create_private(&unfinished)?.write_all(&serde_json::to_vec(card)?)?;
    fs::rename(&unfinished, path)
}

fn read_card(path: &Path) -> Option<Card> {
    let mut text = String::new();
    File::open(path).ok()?.take(4096).read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

/// The thread that takes paths.
#[derive(Debug)]
struct Door {
    address: Address,
    closing: Arc<AtomicBool>,
}

impl Door {
    fn open(on_paths: impl Fn(Vec<PathBuf>) + Send + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(io::Error::other)?;
        let address = Address { port: listener.local_addr()?.port(), key: blake3::Hash::from_bytes(secret).to_string() };
        let closing = Arc::new(AtomicBool::new(false));
        let (key, closed) = (address.key.clone(), Arc::clone(&closing));
        std::thread::Builder::new().name("second-start".to_owned()).spawn(move || {
            for caller in listener.incoming() {
                if closed.load(Ordering::Acquire) {
                    break;
                }
                // One that fails, or does not know the key, is nobody's concern.
                if let Some(paths) = caller.ok().and_then(|caller| receive(caller, &key).ok()) {
                    on_paths(paths);
                }
            }
        })?;
        Ok(Self { address, closing })
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Release);
        // The thread waits for a caller: be it. One that keeps it waiting keeps nobody else.
        let _ = TcpStream::connect_timeout(&SocketAddr::from((Ipv4Addr::LOCALHOST, self.address.port)), PATIENCE);
    }
}

fn knock(port: u16, message: &Message) -> io::Result<()> {
    let bytes = serde_json::to_vec(message)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "too many paths at once"));
    }
    let mut stream = TcpStream::connect_timeout(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)), PATIENCE)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(&bytes)?;
    stream.shutdown(Shutdown::Write)?;
    let mut answer = [0; TAKEN.len()];
    stream.read_exact(&mut answer)?;
    if answer == *TAKEN { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
}

/// Reads one message whole, within the bounds of size and time.
fn receive(mut stream: TcpStream, key: &str) -> io::Result<Vec<PathBuf>> {
    let deadline = Instant::now() + PATIENCE;
    let (mut bytes, mut chunk) = (Vec::new(), [0; 1 << 14]);
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || bytes.len() as u64 > MAX_BYTES {
            return Err(io::ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut chunk)? {
            0 => break,
            count => bytes.extend_from_slice(&chunk[..count]),
        }
    }
    let message: Message = serde_json::from_slice(&bytes)?;
    // Hashes are compared in constant time.
    if blake3::hash(message.key.as_bytes()) != blake3::hash(key.as_bytes()) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(TAKEN)?;
    Ok(message.paths)
}
