import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ImageResponse } from "next/og";
import { INK, PICTURE, type Picture } from "@/components/statements/picture";
import { pictureUrl } from "@/components/statements/statement-picture";
import { inTypeface } from "./in-typeface";

/** Pixels of the file for each one of the picture: 1200 × 630, which messengers expect. */
const SHARPNESS = 2;

/** Where the baseline is in a line of the typeface, from its top. */
const BASELINE = 0.85;

const FOLDER = join(process.cwd(), "node_modules/@fontsource/figtree/files");
/** Two families, so that the letters that one lacks come from the other. */
const FAMILIES = ["latin", "latin-ext"] as const;

let loaded: Promise<Font[]> | undefined;
type Font = { name: string; data: Buffer; weight: 500 | 800 };

const loadFonts = () =>
  Promise.all(
    ([500, 800] as const).flatMap((weight) =>
      FAMILIES.map(async (name) => ({
        name,
        weight,
        data: await readFile(join(FOLDER, `figtree-${name}-${weight}-normal.woff`)),
      })),
    ),
  );

/** How many pictures are kept, about 50 kB each, so that asking again for the same one costs no drawing. */
const KEPT = 50;

/** The latest ones, by what they show. */
const pictures = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The picture as a PNG. */
export function drawn(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const key = JSON.stringify(picture);
  const known = pictures.get(key) ?? draw(picture);
  pictures.delete(key);
  pictures.set(key, known);
  known.catch(() => pictures.delete(key));
  for (const oldest of [...pictures.keys()].slice(0, -KEPT)) pictures.delete(oldest);
  return known;
}

async function draw({ shapes, texts }: Picture): Promise<Uint8Array<ArrayBuffer>> {
  loaded ??= loadFonts();
  loaded.catch(() => (loaded = undefined));
  const fonts = await loaded;
  const size = { width: PICTURE.width * SHARPNESS, height: PICTURE.height * SHARPNESS };
  const response = new ImageResponse(
    <div style={{ display: "flex", color: INK, fontFamily: FAMILIES.join(", ") }}>
      {/* oxlint-disable-next-line nextjs/no-img-element -- not of a page */}
      <img src={pictureUrl(shapes)} alt="" {...size} />
      {texts.map(({ words, x, y, size: fontSize, weight, width, middle }, index) => (
        <div
          key={index}
          style={{
            display: "flex",
            position: "absolute",
            left: (middle ? x - width / 2 : x) * SHARPNESS,
            top: (y - BASELINE * fontSize) * SHARPNESS,
            width: width * SHARPNESS,
            justifyContent: middle ? "center" : "flex-start",
            fontSize: fontSize * SHARPNESS,
            fontWeight: weight,
            lineHeight: 1,
            whiteSpace: "nowrap",
          }}
        >
          {inTypeface(words)}
        </div>
      ))}
    </div>,
    { ...size, fonts },
  );
  return new Uint8Array(await response.arrayBuffer());
}
