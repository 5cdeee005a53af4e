declare module "mongodb/lib/cmap/connection" {
  export class Connection {
    error: Error | null;
    socket: import("node:net").Socket;
    throwIfAborted(): void;
  }
}
