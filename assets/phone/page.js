// The page on the phone: takes photos, sends each one once, and makes products of them. Browsers offer little to a page without
// encryption, so the hash is computed here and nothing is kept when the page is closed but what is on the computer already.
"use strict";

const byId = (id) => document.getElementById(id);

// --- Words ---

let languages = [];
let words = { texts: {}, tag: "en" };

function text(key, values = {}) {
  const found = words.texts[key] || "";
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

// Making one takes longer than drawing a photo.
let numberFormat = new Intl.NumberFormat("en");
const number = (value) => numberFormat.format(value);

function chooseLanguage(tag) {
  words = languages.find((language) => language.tag === tag) || languages[0];
  numberFormat = new Intl.NumberFormat(words.tag);
  document.documentElement.lang = words.tag;
  document.documentElement.dir = words.rtl ? "rtl" : "ltr";
  document.title = text("phone-page-title");
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = text(element.dataset.text);
  }
  const unit = words.unit ? ` (${words.unit})` : "";
  byId("price-label").textContent = text("phone-page-price") + unit;
  const other = languages.find((language) => language.tag !== words.tag);
  byId("language").textContent = other ? other.name : "";
  byId("language").lang = other ? other.tag : "";
  byId("language").setAttribute("aria-label", text("phone-page-language") + (other ? `: ${other.name}` : ""));
  draw();
}

// --- What is sent ---

let nextKey = 1;
const emptyProduct = () => ({ key: nextKey++, id: randomHex(16), name: "", price: "", isRoll: false, photos: [], state: "open" });

function randomHex(bytes) {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}

let current = emptyProduct();
// Products that the person has finished, until the computer has them and afterwards.
const queue = [];
// What the computer has, as it said last.
let onComputer = { waiting: new Set(), sent: new Set(), begun: new Map(), products: new Set() };
let phase = "connecting";
let isConnected = true;
let notice = "";

const allPhotos = () => [...queue.flatMap((product) => product.photos), ...current.photos];
const isOpen = (photo) => photo.state === "waiting" || photo.state === "sending";

function save() {
  try {
    sessionStorage.setItem("typed", JSON.stringify({ name: current.name, price: current.price }));
  } catch {
    // A browser that keeps nothing.
  }
}

function pageNumber() {
  let number = "";
  try {
    number = sessionStorage.getItem("page") || randomHex(16);
    sessionStorage.setItem("page", number);
    const typed = JSON.parse(sessionStorage.getItem("typed") || "{}");
    current.name = typed.name || "";
    current.price = typed.price || "";
  } catch {
    number = number || randomHex(16);
  }
  return number;
}

// --- SHA-256, in steps, so that the page stays usable ---

// Signed numbers: others would not fit into those with which browsers calculate quickly.
const ROUND = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
  0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
  0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
  0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
  0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);

const schedule = new Int32Array(64);

function addBlocks(state, bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 64 <= bytes.length; at += 64) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = schedule[i - 15];
      const b = schedule[i - 2];
      const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
      const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
      schedule[i] = (schedule[i - 16] + s0 + schedule[i - 7] + s1) | 0;
    }
    let a = state[0];
    let b = state[1];
    let c = state[2];
    let d = state[3];
    let e = state[4];
    let f = state[5];
    let g = state[6];
    let h = state[7];
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + schedule[i]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }
}

async function sha256(file) {
  const STEP = 1 << 20;
  const state = new Int32Array([0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]);
  let rest = new Uint8Array(0);
  for (let from = 0; from < file.size; from += STEP) {
    rest = new Uint8Array(await file.slice(from, from + STEP).arrayBuffer());
    if (from + STEP < file.size) {
      addBlocks(state, rest);
      rest = new Uint8Array(0);
    }
  }
  const padded = new Uint8Array(Math.ceil((rest.length + 9) / 64) * 64);
  padded.set(rest);
  padded[rest.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(file.size / 0x20000000));
  view.setUint32(padded.length - 4, (file.size << 3) >>> 0);
  addBlocks(state, padded);
  return Array.from(state, (value) => (value >>> 0).toString(16).padStart(8, "0")).join("");
}

// --- The connection ---

class Ended extends Error {}
class Offline extends Error {}

// How often the computer let this page in.
let admissions = 0;

// A computer that started anew refuses what was asked before it let the page in again; that ends nothing.
const refusal = (admission) => (admission === admissions ? new Ended() : new Offline());

async function request(method, path, body) {
  const admission = admissions;
  const options = { method, cache: "no-store", credentials: "same-origin", redirect: "error" };
  if (body !== undefined) {
    options.headers = { "Content-Type": "application/json" };
    options.body = JSON.stringify(body);
  }
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), 20000);
  let response, answer;
  try {
    response = await fetch(path, { ...options, signal: stalled.signal });
    answer = await response.text();
  } catch {
    throw new Offline();
  } finally {
    clearTimeout(timer);
  }
  if (response.status === 401) throw refusal(admission);
  return { status: response.status, answer: answer ? parsed(answer) : {} };
}

function parsed(answer) {
  try {
    return JSON.parse(answer);
  } catch {
    return {};
  }
}

async function readState() {
  const { status, answer } = await request("GET", "/state");
  if (status !== 200) throw new Offline();
  onComputer = {
    waiting: new Set(answer.waiting),
    sent: new Set(answer.sent),
    begun: new Map(Object.entries(answer.begun)),
    products: new Set(answer.products),
  };
}

// Sends a photo from where the computer has it. Gives up when nothing moves for a while.
function put(photo, from, left) {
  const taken = photo.file.lastModified ? `&taken=${Math.round(photo.file.lastModified)}` : "";
  const path = `/photos/${photo.hash}?length=${photo.file.size}&from=${from}&left=${left}${taken}`;
  const admission = admissions;
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => sending.abort(), 20000);
    };
    sending.open("PUT", path);
    sending.upload.onprogress = (event) => {
      wait();
      photo.part = (from + event.loaded) / photo.file.size;
      draw();
    };
    sending.onload = () => {
      clearTimeout(timer);
      if (sending.status === 401) return reject(refusal(admission));
      resolve({ status: sending.status, answer: parsed(sending.responseText) });
    };
    sending.onerror = sending.onabort = () => {
      clearTimeout(timer);
      reject(new Offline());
    };
    wait();
    sending.send(photo.file.slice(from));
  });
}

// What may have gone wrong on the way.
const RETRIED = ["wrong-content", "incomplete"];

const FAILURES = {
  "not-a-photo": "phone-page-not-a-photo",
  "too-large": "phone-page-too-large",
  "too-many": "phone-page-too-many",
  "disk-full": "phone-page-disk-full",
};

function hashOf(photo) {
  photo.hashing = photo.hashing || sha256(photo.file);
  return photo.hashing;
}

async function sendPhoto(photo) {
  photo.state = "sending";
  draw();
  try {
    photo.hash = photo.hash || (await hashOf(photo));
  } catch {
    // The phone has deleted it, or no longer gives it.
    photo.state = "failed";
    photo.why = "phone-page-failed";
    return;
  }
  // The next photo is hashed while this one is sent.
  const next = allPhotos().find((other) => other.state === "waiting" && !other.hashing && !other.hash);
  if (next) hashOf(next).catch(() => {});
  const others = allPhotos().filter((other) => other !== photo && other.hash === photo.hash && other.state !== "failed");
  if (others.length > 0 || (onComputer.sent.has(photo.hash) && !photo.again)) {
    leaveOut(photo);
    return;
  }
  let tries = 0;
  while (!onComputer.waiting.has(photo.hash)) {
    const left = allPhotos().filter(isOpen).length - 1;
    const from = Math.min(onComputer.begun.get(photo.hash) || 0, photo.file.size);
    const { status, answer } = await put(photo, from, left);
    if (status === 200) {
      onComputer.waiting.add(photo.hash);
    } else if (status === 409 && answer.has !== undefined) {
      onComputer.begun.set(photo.hash, answer.has);
    } else if (status === 409) {
      await pause(1000);
    } else if (RETRIED.includes(answer.why) && tries < 2) {
      onComputer.begun.delete(photo.hash);
    } else if (answer.why && status !== 500) {
      photo.state = "failed";
      photo.why = FAILURES[answer.why] || "phone-page-failed";
      draw();
      return;
    } else {
      throw new Offline();
    }
    tries += 1;
  }
  photo.state = "sent";
  draw();
}

// A photo that is in a product already, or twice in this one.
function leaveOut(photo) {
  for (const product of [current, ...queue]) {
    product.photos = product.photos.filter((kept) => kept !== photo);
  }
  photo.state = "left out";
  notice = text("phone-page-already");
  draw();
}

async function sendProduct(product) {
  const photos = product.photos.filter((photo) => photo.state === "sent").map((photo) => photo.hash);
  if (photos.length === 0) {
    product.state = "failed";
    return;
  }
  const body = { id: product.id, is_roll: product.isRoll, name: product.name, price: product.price, photos };
  const { status, answer } = await request("POST", "/products", body);
  if (status === 204) {
    product.state = "sent";
    for (const hash of photos) {
      onComputer.waiting.delete(hash);
      onComputer.sent.add(hash);
    }
  } else if (answer.why) {
    product.state = "failed";
    product.why = { price: "phone-page-bad-price", name: "phone-page-bad-name", "disk-full": "phone-page-disk-full" }[answer.why];
  } else {
    throw new Offline();
  }
}

// One photo after the other, in the order in which the person sees them.
let isPumping = false;
async function pump() {
  if (isPumping || phase !== "sending") return;
  isPumping = true;
  let failures = 0;
  for (;;) {
    const photo = allPhotos().find(isOpen);
    const product = queue.find((made) => made.state === "queued" && !made.photos.some(isOpen));
    if (!photo && !product) break;
    try {
      if (product) {
        await sendProduct(product);
      } else {
        await sendPhoto(photo);
      }
      isConnected = true;
      failures = 0;
    } catch (error) {
      if (photo && photo.state === "sending") photo.state = "waiting";
      if (error instanceof Ended) {
        end("phone-page-ended");
        break;
      }
      isConnected = false;
      failures += 1;
      draw();
      await pause(Math.min(1000 * 2 ** Math.min(failures - 1, 4), 15000));
      try {
        await readState();
        isConnected = true;
      } catch (again) {
        if (again instanceof Ended) {
          end("phone-page-ended");
          break;
        }
      }
    }
    draw();
  }
  isPumping = false;
  draw();
}

// Ends early when the phone wakes up or is in a network again.
let wake = () => {};
function pause(milliseconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

// --- What the person does ---

function addFiles(files) {
  notice = "";
  for (const file of files) {
    current.photos.push({ key: nextKey++, file, hash: "", state: "waiting", part: 0, url: URL.createObjectURL(file) });
  }
  draw();
  pump();
}

async function remove(photo) {
  current.photos = current.photos.filter((kept) => kept !== photo);
  draw();
  if (photo.hash && photo.state === "sent") {
    onComputer.waiting.delete(photo.hash);
    try {
      await request("DELETE", `/photos/${photo.hash}`);
    } catch {
      // It comes back when the page is opened anew.
    }
  }
}

function finish(isRoll) {
  current.isRoll = isRoll;
  current.name = isRoll ? "" : byId("name").value;
  current.price = isRoll ? "" : byId("price").value;
  current.photos = current.photos.filter((photo) => photo.state !== "failed");
  current.state = "queued";
  queue.push(current);
  current = emptyProduct();
  byId("name").value = "";
  byId("price").value = "";
  notice = "";
  save();
  draw();
  window.scrollTo({ top: 0 });
  pump();
}

// A product whose price could not be read goes back into the form.
function edit(product) {
  if (current.photos.length > 0) return;
  queue.splice(queue.indexOf(product), 1);
  current = { ...product, state: "open", why: undefined };
  byId("name").value = current.name;
  byId("price").value = current.price;
  draw();
}

function end(why) {
  phase = "ended";
  byId("ended-text").textContent = text(why);
  byId("ended-text").dataset.text = why;
  draw();
}

// --- What the person sees ---

const drawn = new Map();

function photoElement(photo) {
  let element = drawn.get(photo.key);
  if (!element) {
    element = document.createElement("li");
    const image = document.createElement("img");
    image.src = photo.url;
    image.alt = "";
    const mark = document.createElement("span");
    mark.className = "mark";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "×";
    button.addEventListener("click", () => remove(photo));
    element.append(image, mark, button);
    drawn.set(photo.key, element);
  }
  element.className = photo.state === "failed" ? "failed" : "";
  const state = photo.state === "failed" ? photo.why : `phone-page-state-${photo.state}`;
  element.querySelector(".mark").textContent = text(state);
  const at = current.photos.indexOf(photo) + 1;
  element.querySelector("button").setAttribute("aria-label", text("phone-page-remove", { count: number(at) }));
  element.querySelector("img").alt = text("phone-page-photo", { count: number(at) });
  return element;
}

function productElement(product) {
  const element = document.createElement("li");
  const photos = product.photos.length;
  const count = photos === 1 ? text("phone-page-one-photo") : text("phone-page-photos", { count: number(photos) });
  const name = document.createElement("span");
  name.dir = "auto";
  name.textContent = `${product.name || (product.isRoll ? text("phone-page-roll") : text("phone-page-unnamed"))} · ${count}`;
  const state = document.createElement("span");
  if (product.state === "failed") {
    state.className = "failed";
    const again = document.createElement("button");
    again.type = "button";
    again.className = "quiet";
    again.textContent = text("phone-page-retry");
    again.addEventListener("click", () => edit(product));
    state.textContent = text(product.why || "phone-page-failed");
    state.append(again);
  } else {
    state.textContent = text(product.state === "sent" ? "phone-page-product-sent" : "phone-page-state-waiting");
  }
  element.append(name, state);
  return element;
}

function drawStatus() {
  const photos = allPhotos();
  const done = photos.filter((photo) => photo.state === "sent").length;
  const open = photos.filter(isOpen);
  const part = open.reduce((sum, photo) => sum + (photo.state === "sending" ? photo.part || 0 : 0), 0);
  const all = done + open.length;
  let key = all === 0 ? "phone-page-done" : "phone-page-sent";
  if (open.length > 0) key = isConnected ? "phone-page-sending" : "phone-page-waiting-network";
  if (phase === "connecting") key = "phone-page-connecting";
  byId("status").hidden = phase === "ended";
  byId("status-text").textContent = text(key, { done: number(done), all: number(all) });
  byId("bar").value = all === 0 ? 0 : (done + part) / all;
  byId("bar").hidden = all === 0;
  byId("status-help").textContent = open.length > 0 ? text("phone-page-keep-open") : current.photos.length > 0 ? text("phone-page-kept") : "";
}

// What changes several times before the phone shows it is drawn once.
let isDrawing = false;
function draw() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    drawNow();
  });
}

function drawNow() {
  if (!words.texts["phone-page-title"]) return;
  byId("sending").hidden = phase !== "sending";
  byId("ended").hidden = phase !== "ended";
  byId("photos").replaceChildren(...current.photos.map(photoElement));
  byId("products").replaceChildren(...queue.map(productElement).reverse());
  byId("made").hidden = queue.length === 0;
  byId("notice").hidden = notice === "";
  byId("notice").textContent = notice;
  const canFinish = current.photos.some((photo) => photo.state !== "failed");
  byId("next").disabled = !canFinish;
  byId("roll").disabled = current.photos.filter((photo) => photo.state !== "failed").length < 2;
  drawStatus();
}

// --- Beginning ---

let secret = "";
async function connect() {
  if (location.hash.length > 1) {
    secret = location.hash.slice(1);
    // So that it is neither in the history nor on the screen.
    history.replaceState(null, "", "/");
  }
  if (secret) {
    const { status } = await request("POST", "/session", { secret, page: page });
    if (status !== 204) {
      try {
        await readState();
      } catch (error) {
        if (error instanceof Ended) return end("phone-page-other-phone");
        throw error;
      }
    }
    admissions += 1;
    secret = "";
  }
  await readState();
  const known = new Set(allPhotos().map((photo) => photo.hash));
  for (const hash of onComputer.waiting) {
    if (!known.has(hash)) {
      current.photos.push({ key: nextKey++, file: null, hash, state: "sent", part: 1, url: `/photos/${hash}` });
    }
  }
  phase = "sending";
  isConnected = true;
  draw();
  pump();
}

async function begin() {
  for (let failures = 0; ; failures++) {
    try {
      if (languages.length === 0) {
        const { status, answer } = await request("GET", "/words");
        if (status !== 200) throw new Offline();
        languages = answer;
        const wanted = (navigator.languages || [navigator.language]).map((tag) => tag.split("-")[0]);
        chooseLanguage(wanted.find((tag) => languages.some((language) => language.tag === tag)));
      }
      return await connect();
    } catch (error) {
      if (error instanceof Ended) return end("phone-page-ended");
      await pause(Math.min(1000 * (failures + 1), 5000));
    }
  }
}

const page = pageNumber();
byId("name").value = current.name;
byId("price").value = current.price;
// An iPhone makes JPEG of its photos when it is asked for that; other phones would hide theirs.
const makesJpeg = /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
byId("choose").accept = makesJpeg ? "image/jpeg" : "image/jpeg,image/png,image/webp,image/heic,image/heif";
for (const id of ["take", "choose"]) {
  byId(id).addEventListener("change", (event) => {
    addFiles([...event.target.files]);
    event.target.value = "";
  });
}
for (const id of ["name", "price"]) {
  byId(id).addEventListener("input", (event) => {
    current[id] = event.target.value;
    save();
  });
}
byId("next").addEventListener("click", () => finish(false));
byId("roll").addEventListener("click", () => finish(true));
byId("language").addEventListener("click", () => {
  const other = languages.find((language) => language.tag !== words.tag);
  if (other) chooseLanguage(other.tag);
});
addEventListener("online", () => wake());
addEventListener("hashchange", () => begin());
document.addEventListener("visibilitychange", () => document.hidden || wake());
addEventListener("beforeunload", (event) => {
  if (allPhotos().some(isOpen)) event.preventDefault();
});
begin();
