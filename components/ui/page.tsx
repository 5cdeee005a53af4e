import { clsx } from "clsx";
import type { Route } from "next";
import type { ReactNode } from "react";
import { GoBack } from "./go-back";

export type PageHeaderProps<T extends string> = {
  title: ReactNode;
  /** A secondary line below the title. */
  detail?: ReactNode;
  /** A picture before the title. */
  leading?: ReactNode;
  /** Shown at the end of the title's line, such as a pencil. */
  action?: ReactNode;
  /** Where "Go back" leads if there is no history; missing on the screens of links, which have no "Go back". */
  backTo?: Route<T>;
};

/**
 * The page below the top bar: a column with section spacing, as wide on every screen, with a header if it has a title.
 * Contains the <main> landmark.
 */
export function Page<T extends string>({
  title,
  children,
  ...header
}: Partial<PageHeaderProps<T>> & { children: ReactNode }) {
  return (
    <main id="main" className="page">
      {title === undefined ? (
        children
      ) : (
        <>
          <PageHeader title={title} {...header} />
          {children}
        </>
      )}
    </main>
  );
}

/** The header of a page: "Go back", picture, h1, and action. */
export function PageHeader<T extends string>({ title, detail, leading, action, backTo }: PageHeaderProps<T>) {
  return (
    <header className="flex flex-col gap-2">
      {backTo ? <GoBack fallback={backTo} /> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {leading}
        <div className="min-w-0 flex-1 basis-40">
          <h1 className="page-title">{title}</h1>
          {detail ? <div className="mt-1 text-muted">{detail}</div> : null}
        </div>
        {action ? (
          <div
            className={clsx(
              "flex shrink-0 items-center gap-1 self-start",
              leading ? "mt-2.5" : "-my-1 sm:my-0",
            )}
          >
            {action}
          </div>
        ) : null}
      </div>
    </header>
  );
}
