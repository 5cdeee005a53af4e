"use client";

import type { MouseEvent } from "react";
import { Button } from "@/components/ui/button";
import { inShareSheet } from "@/components/ui/share";
import { INK, PICTURE, type PictureText } from "./picture";

/** Pixels of the file for each one of the picture. */
const SHARPNESS = 2;

export type PictureFigureProps = {
  /** The drawing. */
  src: string;
  texts: readonly PictureText[];
  /** What is shared with the picture; none: it is saved everywhere. */
  share: string | undefined;
};

/** A picture with a button, which shares it as a PNG where the device can do that, and otherwise saves it. */
export function PictureFigure({ src, texts, share: text }: PictureFigureProps) {
  const { width, height } = PICTURE;
  const onClick = ({ currentTarget }: MouseEvent) => {
    const picture = currentTarget.closest("figure")?.querySelector("svg");
    if (picture) void draw(picture).then((png) => png && (text === undefined ? save(png) : share(png, text)));
  };
  return (
    <figure className="flex flex-col items-start gap-3 print:hidden">
      <svg
        role="img"
        aria-label="What each person paid, as animals on a level beam"
        // React's types lack it.
        {...{ translate: "no" }}
        viewBox={`0 0 ${width} ${height}`}
        fill={INK}
        className="h-auto w-full rounded-card border border-line"
      >
        <image href={src} width={width} height={height} />
        {texts.map(({ words, x, y, size, weight, middle }, index) => (
          // Each text has its own direction.
          <text
            key={index}
            x={x.toFixed(1)}
            y={y}
            fontSize={size}
            fontWeight={weight}
            unicodeBidi="plaintext"
            textAnchor={middle && "middle"}
          >
            {words}
          </text>
        ))}
      </svg>
      <Button
        variant={text === undefined ? "secondary" : "primary"}
        icon={text === undefined ? "icon-download" : "icon-send"}
        // Below the picture, sharing would be off the screen of a phone.
        className={text === undefined ? undefined : "order-first max-sm:w-full"}
        onClick={onClick}
      >
        {text === undefined ? "Save as a picture" : "Share"}
      </Button>
    </figure>
  );
}

/** The browser draws it, with the fonts of the page: the drawing, and then each text. */
async function draw(picture: SVGSVGElement): Promise<File | null> {
  const { width, height } = picture.viewBox.baseVal;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * SHARPNESS, height * SHARPNESS];
  const context = canvas.getContext("2d");
  const shapes = new Image(canvas.width, canvas.height);
  shapes.src = picture.querySelector("image")?.href.baseVal ?? "";
  await shapes.decode();
  if (!context) return null;
  context.drawImage(shapes, 0, 0, canvas.width, canvas.height);
  context.scale(SHARPNESS, SHARPNESS);
  for (const text of picture.querySelectorAll("text")) {
    const { fontFamily, fontSize, fontWeight, fill, textAnchor } = getComputedStyle(text);
    context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    context.fillStyle = fill;
    context.textAlign = textAnchor === "middle" ? "center" : "left";
    // Marked, so that each has its own direction.
    const words = `\u2068${text.textContent}\u2069`;
    context.fillText(words, Number(text.getAttribute("x")), Number(text.getAttribute("y")));
  }
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  return png && new File([png], "evenly-statement.png", { type: png.type });
}

async function share(png: File, text: string): Promise<void> {
  const shared = { files: [png], text };
  if (!navigator.canShare?.(shared) || !(await inShareSheet(shared))) save(png);
}

function save(png: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(png);
  link.download = png.name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
