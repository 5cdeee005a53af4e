import { totalmem } from "node:os";
import { setFlagsFromString } from "node:v8";

// The memory that the production server uses. Left alone, V8 lets its heaps grow with the machine's memory, whatever the
// application needs.

const MB = 2 ** 20;
/** What a heap may need, in megabytes: more than a large group and hundreds of people at once do. V8 would use more if it might. */
const MOST = 256;
/** A heap is collected when it has doubled: V8 would wait for four times its size without a limit, and for a third more under one. */
const HEAP_GROWTH = "--heap-growing-percent=100";
/** Whoever sets one of these has sized the heap. */
const SIZED = /--max[-_](heap|old[-_]space|semi[-_]space)[-_]size/;

/**
 * V8's options for a server that has this much memory. They hold for the database's thread, too, so that both together can
 * use half of it.
 * @param {number} bytes
 * @returns {string[]}
 */
export function heapOptions(bytes) {
  const old = Math.round(Math.min(Math.max(bytes / MB / 4, 128), MOST));
  return ["--max-semi-space-size=8", `--max-old-space-size=${old}`, HEAP_GROWTH];
}

/**
 * Starts this process again, as the same process, with V8's spaces and the allocator sized by the memory of the machine or
 * of the container. Where that is impossible (before Node.js 22.15, on Windows, and where the parent would lose its channel),
 * the heaps only grow more slowly. Does nothing where that is done, or someone has chosen a size, for example by NODE_OPTIONS.
 */
export function sizeMemory(own = process, setFlags = setFlagsFromString) {
  const { env, execArgv, execPath, argv } = own;
  if (SIZED.test([...execArgv, env.NODE_OPTIONS].join(" "))) return;
  if (!own.execve || own.channel) {
    setFlags(HEAP_GROWTH);
    return;
  }
  const memory = Math.min(own.constrainedMemory() || Infinity, totalmem());
  // With more arenas, glibc keeps freed memory for each thread.
  const variables = { MALLOC_ARENA_MAX: "1", ...env };
  own.execve(execPath, [execPath, ...execArgv, ...heapOptions(memory), ...argv.slice(1)], variables);
}
