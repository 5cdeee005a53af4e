import fc from "fast-check";
import type { Entry, Range, Reader } from "./kv";
import { Overlay } from "./overlay";

/** A minimal Reader. */
class Model implements Reader {
  constructor(readonly entries = new Map<string, string>()) {}
  get(key: Buffer) {
    const value = this.entries.get(key.toString("latin1"));
    return value === undefined ? undefined : Buffer.from(value);
  }
  range({ from, to, reverse }: Range): Entry[] {
    const found = [...this.entries]
      .map(([key, value]) => ({ key: Buffer.from(key, "latin1"), value: Buffer.from(value) }))
      .filter(({ key }) => Buffer.compare(key, from) >= 0 && Buffer.compare(key, to) < 0)
      .sort((a, b) => Buffer.compare(a.key, b.key));
    return reverse ? found.reverse() : found;
  }
}

const key = fc
  .uint8Array({ minLength: 1, maxLength: 2 })
  .map((bytes) => Buffer.from(bytes.map((byte) => byte % 4)));
const step = fc.record({ key, value: fc.option(fc.constantFrom("a", "b")), read: fc.boolean() });

test("reads like the base with the changes applied, in both directions, on two levels", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(key, fc.string())),
      fc.array(step),
      fc.array(step),
      key,
      key,
      (base, lower, upper, from, to) => {
        const model = new Model(new Map(base.map(([name, value]) => [name.toString("latin1"), value])));
        const expected = new Model(new Map(model.entries));
        const below = new Overlay(model);
        const above = new Overlay(below);
        const change = (overlay: Overlay, steps: typeof lower) => {
          for (const { key: at, value, read } of steps) {
            if (value === null) {
              overlay.remove(at);
              expected.entries.delete(at.toString("latin1"));
            } else {
              overlay.put(at, Buffer.from(value));
              expected.entries.set(at.toString("latin1"), value);
            }
            if (read) expect(overlay.get(at)).toEqual(expected.get(at));
            if (read) expect([...overlay.range({ from, to })]).toEqual(expected.range({ from, to }));
          }
        };
        change(below, lower);
        change(above, upper);
        for (const reverse of [false, true]) {
          expect([...above.range({ from, to, reverse })]).toEqual(expected.range({ from, to, reverse }));
        }
        const target = new Overlay(below);
        above.applyTo(target);
        expect([...target.range({ from, to })]).toEqual(expected.range({ from, to }));
      },
    ),
    { numRuns: 500 },
  );
});
