"use client";

import type { MouseEvent } from "react";
import { Button } from "@/components/ui/button";

/** Pixels of the file for each one of the picture. */
const SHARPNESS = 2;

/** Saves the picture of its figure as a PNG, which the browser draws. */
export function SavePicture() {
  return (
    <Button variant="secondary" icon="icon-download" onClick={save}>
      Save as a picture
    </Button>
  );
}

function save({ currentTarget }: MouseEvent): void {
  const picture = currentTarget.closest("figure")?.querySelector("img");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!picture || !context) return;
  canvas.width = Number(picture.getAttribute("width")) * SHARPNESS;
  canvas.height = Number(picture.getAttribute("height")) * SHARPNESS;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const link = document.createElement("a");
  link.href = canvas.toDataURL();
  link.download = "evenly-statement.png";
  link.click();
}
