import type net from "node:net";
import { connectTo } from "./client";
import { serveConnection } from "./connection";
import { prepareDataDir } from "./data-dir";
import { Engine, type EngineOptions } from "./engine";
import { claim } from "./owner";
import { listen, removeDeadSockets, type Listener } from "./server";
import { openStorage } from "./open-storage";

type Role = { engine: Engine } | { owner: string };

/**
 * This process's part in serving a data directory. One process at a time owns it; the others pass their
 * clients' connections on to the owner, and one of them takes over when the owner is gone. Clients keep the
 * address that they have: they only see a connection break, which drivers mend by themselves.
 */
export class Member {
  private readonly listeners: Listener[] = [];
  private role: Promise<Role> | null = null;
  private closed = false;

  private constructor(
    readonly dataDir: string,
    private readonly options: EngineOptions,
  ) {}

  /** Starts listening and settles who owns the directory. @throws DataDirError */
  static async start(options: EngineOptions & { dataDir: string }): Promise<Member> {
    const member = new Member(prepareDataDir(options.dataDir), options);
    await member.listen();
    try {
      await member.settle();
    } catch (error) {
      await member.close();
      throw error;
    }
    return member;
  }

  /** Whether this process owns the data directory itself. */
  async isOwner(): Promise<boolean> {
    return "engine" in (await this.settle());
  }

  /** The address of the first listener. */
  get address(): string {
    return this.listeners[0]?.address ?? "";
  }

  /** Listens in one more place. */
  async listen(port?: number): Promise<Listener> {
    const listener: Listener = await listen(
      this.dataDir,
      port,
      (socket) => void this.accept(socket, listener.address),
    );
    this.listeners.push(listener);
    return listener;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    const role = await this.role?.catch(() => null);
    await Promise.all(this.listeners.map((listener) => listener.close()));
    if (role && "engine" in role) await role.engine.close();
  }

  private async accept(socket: net.Socket, address: string): Promise<void> {
    // What the client sends meanwhile waits in the socket.
    socket.pause();
    socket.on("error", () => socket.destroy());
    try {
      const role = await this.settle();
      if ("engine" in role) serveConnection(role.engine, socket, address);
      else await this.passOn(socket, address, role.owner);
    } catch {
      socket.destroy();
    }
  }

  private async passOn(socket: net.Socket, address: string, owner: string): Promise<void> {
    const upstream = connectTo(owner);
    const connected = await new Promise<boolean>((resolve) => {
      upstream.once("connect", () => resolve(true));
      upstream.once("error", () => resolve(false));
    });
    if (!connected) {
      this.role = null;
      await this.accept(socket, address);
      return;
    }
    upstream.on("error", () => socket.destroy());
    upstream.on("close", () => socket.destroy());
    socket.on("close", () => upstream.destroy());
    socket.pipe(upstream);
    upstream.pipe(socket);
  }

  private settle(): Promise<Role> {
    if (!this.role) {
      const attempt = this.elect();
      this.role = attempt;
      // A failed attempt (a full disk, a hung owner) is no answer for ever: the next client tries again.
      attempt.catch(() => {
        if (this.role === attempt) this.role = null;
      });
    }
    return this.role;
  }

  private async elect(): Promise<Role> {
    if (this.closed) throw new Error("closed");
    const storage = openStorage(this.dataDir);
    try {
      const owner = await claim(storage, this.address);
      if (owner === null) {
        await removeDeadSockets(this.dataDir);
        return { engine: await Engine.start(storage, this.options) };
      }
      await storage.close();
      return { owner };
    } catch (error) {
      await storage.close();
      throw error;
    }
  }
}
