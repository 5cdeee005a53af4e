"use client";

import type { MouseEvent } from "react";
import { Button } from "@/components/ui/button";

/** Pixels of the file for each one of the picture. */
const SHARPNESS = 2;

/**
 * Shares the picture of its figure as a PNG, where the device can do that, and otherwise saves it.
 * @param props.text goes with it; none: it is saved everywhere
 */
export function SharePicture({ text }: { text: string | undefined }) {
  const onClick = ({ currentTarget }: MouseEvent) => {
    const picture = currentTarget.closest("figure")?.querySelector("svg");
    if (picture) void draw(picture).then((png) => png && (text === undefined ? save(png) : share(png, text)));
  };
  return (
    <Button
      variant={text === undefined ? "secondary" : "primary"}
      icon={text === undefined ? "icon-download" : "icon-send"}
      onClick={onClick}
    >
      {text === undefined ? "Save as a picture" : "Share"}
    </Button>
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
  try {
    if (navigator.canShare?.(shared)) return await navigator.share(shared);
  } catch (error) {
    // The user closed the share sheet. Any other error: sharing is not available.
    if (error instanceof DOMException && error.name === "AbortError") return;
  }
  save(png);
}

function save(png: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(png);
  link.download = png.name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
