import type { Statement } from "@/lib/contract/statements";
import { PictureFigure } from "./picture-figure";
import { pictureUrl, statementPicture } from "./statement-picture";

export type StatementFigureProps = {
  statement: Statement;
  /** What is shared with the picture; default: it is saved. */
  share?: string;
};

/** The statement as a picture: to look at, and to save or share. */
export function StatementFigure({ statement, share }: StatementFigureProps) {
  const { shapes, texts } = statementPicture(statement);
  return <PictureFigure src={pictureUrl(shapes)} texts={texts} share={share} />;
}
