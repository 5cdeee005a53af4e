declare module "mongodb/lib/cmap/connection.js" {
  export class Connection {
    error: Error | null;
    socket: import("node:net").Socket;
    throwIfAborted(): void;
    onError(error: Error): void;
    writeCommand(...args: unknown[]): Promise<void>;
  }
}
