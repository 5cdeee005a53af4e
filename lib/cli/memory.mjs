import { totalmem } from "node:os";

// The memory that the production server uses. Left alone, V8 lets its heaps grow with the machine's memory, whatever the
// application needs.

const MB = 2 ** 20;
/** What a heap may need, in megabytes: more than a large group and hundreds of people at once do. V8 would use more if it might. */
const MOST = 256;
/** Under a limit this small, V8 would otherwise collect the whole heap each time it has grown by a third, not doubled. */
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
 * of the container. Returns where that is done, where someone has chosen a size, for example by NODE_OPTIONS, where the
 * process that started it would lose its channel, and where Node.js cannot: before 22.15, and on Windows.
 */
export function sizeMemory(own = process) {
  const { env, execArgv, execPath, argv } = own;
  if (!own.execve || own.channel || SIZED.test([...execArgv, env.NODE_OPTIONS].join(" "))) return;
  const memory = Math.min(own.constrainedMemory() || Infinity, totalmem());
  // With more arenas, glibc keeps freed memory for each thread.
  const variables = { MALLOC_ARENA_MAX: "1", ...env };
  own.execve(execPath, [execPath, ...execArgv, ...heapOptions(memory), ...argv.slice(1)], variables);
}
