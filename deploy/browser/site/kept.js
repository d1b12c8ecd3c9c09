// Keeps /data, the folder of the scorebook, on this device. What SQLite writes goes to the device's own file system at once,
// at the same place and in the same order, where the browser has one; all else, and there everything, to IndexedDB.

const FOLDER = "/data";
const BOOK = "scorekeeper.db";
// This means nothing to whoever starts next.
const PASSING = /-shm$/;
const NO_SPACE = 51;
// What many years of play take.
const ROOM_BYTES = 30e6;
// A tab that has just been closed may still have the files.
const PATIENCE_MS = 5000;

/** Fill the folder with what is kept, and return how: `save` waits until all that changed since is kept too. */
export async function keep(FS, name) {
  const store = await openStore(name).catch(() => null);
  if (!store) return { how: "nothing kept", async save() {} };
  const files = await entries(store);
  // Not in each browser, and private windows refuse it.
  const device = await navigator.storage?.getDirectory?.().catch(() => null);
  const kept = new Kept(FS, store, device && (await openSlots(device, name)));
  kept.fill(files);
  kept.follow();
  if (device === null) kept.how = "nothing kept";
  else if (device) kept.how = kept.room();
  return kept;
}

class Kept {
  constructor(FS, store, slots) {
    Object.assign(this, { FS, store, slots, slot: 0, how: "", changed: new Set(), stale: true, stored: new Map(), touched: new Set(), refused: false });
  }

  fill(files) {
    const { FS } = this;
    FS.mkdirTree(FOLDER);
    const given = new Map(files);
    this.slot = given.get("slot") ?? 0;
    for (const [path, content] of given) {
      if (path === "slot") continue;
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, content, { canOwn: true });
      this.stored.set(path, FS.lookupPath(path).node);
    }
    // Until its number is stored, what is in a slot is not complete.
    for (const suffix of this.slots && given.has("slot") ? ["", "-wal"] : []) {
      const file = this.slots[this.slot + suffix];
      const content = new Uint8Array(file.getSize());
      file.read(content, { at: 0 });
      if (content.length) FS.writeFile(`${FOLDER}/${BOOK}${suffix}`, content, { canOwn: true });
    }
    if (this.slots && !given.has("slot")) this.empty(0);
  }

  /** Try how much room there is in the slot that is not used: what browsers say of it is not so. */
  room() {
    const file = this.slots[1 - this.slot];
    try {
      file.truncate(ROOM_BYTES);
      return "";
    } catch {
      return "little room";
    } finally {
      file.truncate(0);
    }
  }

  empty(slot) {
    for (const suffix of ["", "-wal"]) this.slots[slot + suffix].truncate(0);
  }

  /** The file on the device that has what a node of the folder has. */
  fileOf(node) {
    if (!this.slots || node.parent !== this.root || !node.name.startsWith(BOOK)) return undefined;
    return this.slots[this.slot + node.name.slice(BOOK.length)];
  }

  /** Do something to a file on the device; the program learns that there is no room as from any disk. */
  device(file, act) {
    try {
      if (act(file) === false) throw new Error("Not all was written.");
    } catch {
      this.refused = true;
      throw new this.FS.ErrnoError(NO_SPACE);
    }
    this.touched.add(file);
  }

  follow() {
    const { FS } = this;
    this.root = FS.lookupPath(FOLDER).node;
    const { file, dir } = FS.filesystems.MEMFS.ops_table;
    const { write } = file.stream;
    const { setattr } = file.node;
    const { rename, unlink } = dir.node;
    file.stream.write = (stream, buffer, offset, length, position, own) => {
      const there = this.fileOf(stream.node);
      const part = buffer.subarray(offset, offset + length);
      if (there) this.device(there, () => there.write(part, { at: position }) === length);
      else this.changed.add(stream.node);
      return write(stream, buffer, offset, length, position, own);
    };
    file.node.setattr = (node, attributes) => {
      const there = this.fileOf(node);
      if (there && attributes.size !== undefined) this.device(there, () => there.truncate(attributes.size));
      this.changed.add(node);
      setattr(node, attributes);
    };
    dir.node.rename = (node, folder, name) => {
      rename(node, folder, name);
      this.changed.add(node);
      if (this.slots && folder === this.root && name === BOOK) this.replaceBook(node);
    };
    dir.node.unlink = (folder, name) => {
      const there = folder.contents[name] && this.fileOf(folder.contents[name]);
      unlink(folder, name);
      this.stale = true;
      if (there) this.device(there, () => there.truncate(0));
    };
  }

  /** Write a whole scorebook beside the one before, which stays until this one is complete. */
  replaceBook(node) {
    this.slot = 1 - this.slot;
    this.stale = true;
    this.empty(this.slot);
    const content = node.contents.subarray(0, node.usedBytes);
    this.device(this.slots[this.slot], (file) => file.write(content, { at: 0 }) === content.length);
  }

  async save() {
    for (const file of this.touched) file.flush();
    this.touched.clear();
    const { changed, stored, stale } = this;
    this.changed = new Set();
    this.stale = false;
    if (!stale && !changed.size) return;
    const now = new Map([...this.files(this.root, FOLDER)]);
    const gone = [...stored.keys()].filter((path) => !now.has(path));
    const put = [...now].filter(([path, node]) => changed.has(node) || stored.get(path) !== node);
    this.stored = now;
    try {
      await write(this.store, gone, [...put.map(([path, node]) => [path, node.contents.slice(0, node.usedBytes)]), ["slot", this.slot]]);
    } catch (error) {
      this.stored = new Map();
      this.stale = this.refused = true;
      throw error;
    }
    if (this.slots && stale) this.empty(1 - this.slot);
  }

  * files(folder, path) {
    for (const [name, node] of Object.entries(folder.contents)) {
      if (this.FS.isDir(node.mode)) yield* this.files(node, `${path}/${name}`);
      else if (!PASSING.test(name) && !this.fileOf(node)) yield [`${path}/${name}`, node];
    }
  }
}

async function openSlots(device, name) {
  const folder = await device.getDirectoryHandle(encodeURIComponent(name), { create: true });
  const slots = {};
  for (const each of ["0", "0-wal", "1", "1-wal"]) slots[each] = await opened(await folder.getFileHandle(each, { create: true }));
  return slots;
}

async function opened(file) {
  for (const end = Date.now() + PATIENCE_MS; ; await new Promise((go) => setTimeout(go, 50))) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

const done = (request, event = "success") =>
  new Promise((yes, no) => {
    request[`on${event}`] = () => yes(request.result);
    request.onerror = request.onabort = () => no(request.error);
  });

async function openStore(name) {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.result.createObjectStore("files");
  return done(request);
}

async function entries(store) {
  const files = store.transaction("files").objectStore("files");
  const [paths, contents] = await Promise.all([done(files.getAllKeys()), done(files.getAll())]);
  return paths.map((path, at) => [path, contents[at]]);
}

function write(store, gone, put) {
  const transaction = store.transaction("files", "readwrite", { durability: "strict" });
  const files = transaction.objectStore("files");
  for (const path of gone) files.delete(path);
  for (const [path, content] of put) files.put(content, path);
  return done(transaction, "complete");
}
