import type { Statement } from "@/lib/contract/statements";
import { SharePicture } from "./share-picture";
import { INK, PICTURE, pictureUrl, statementPicture } from "./statement-picture";

export type StatementFigureProps = {
  statement: Statement;
  /** What is shared with the picture; default: it is saved. */
  share?: string;
};

/** The statement as a picture: to look at, and to save or share. */
export function StatementFigure({ statement, share }: StatementFigureProps) {
  const { shapes, texts } = statementPicture(statement);
  const { width, height } = PICTURE;
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
        <image href={pictureUrl(shapes)} width={width} height={height} />
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
      <SharePicture text={share} />
    </figure>
  );
}
