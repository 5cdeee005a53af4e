import { Cursors } from "./cursors";
import { Maintenance, type MaintenanceOptions } from "./maintenance";
import { Engine, type EngineOptions } from "./storage/engine";
import type { Store } from "./storage/store";

export type DatabaseOptions = EngineOptions & MaintenanceOptions;

/** An open data directory, as commands see it. */
export class Database {
  readonly engine: Engine;
  readonly cursors = new Cursors();
  private readonly maintenance: Maintenance;
  readonly startedAt = new Date();

  constructor(store: Store, options: DatabaseOptions = {}) {
    this.engine = new Engine(store, options, (transaction) => this.cursors.killOf(transaction));
    this.maintenance = new Maintenance(this.engine, options, () => this.cursors.killExpired());
  }

  async close(): Promise<void> {
    this.cursors.killOf();
    await this.maintenance.stop();
    await this.engine.close();
  }
}
