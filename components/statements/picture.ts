/** The size of a statement's picture. */
export const PICTURE = { width: 600, height: 315 } as const;

export const INK = "#3c4a43";

/** A text of the picture, which is not wider than `width`. */
export type PictureText = {
  words: string;
  /** Where it begins; of one in the middle, its center. */
  x: number;
  /** Its baseline. */
  y: number;
  size: number;
  weight: 500 | 800;
  width: number;
  middle?: true;
};

export type Picture = { shapes: string; texts: PictureText[] };
