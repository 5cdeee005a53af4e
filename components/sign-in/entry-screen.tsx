import { clsx } from "clsx";
import type { ReactNode } from "react";
import { ForgetUser } from "@/components/session/forget-user";
import { InAppBanner } from "./in-app-banner";

type EntryScreenProps = {
  /** A message above the sign-in methods. */
  message?: ReactNode;
  /** The sign-in methods are a list, which is shown beside the introduction on large screens instead of below it. */
  sideBySide?: boolean;
  children: ReactNode;
};

/** The entry screen: an introduction and the sign-in methods. */
export function EntryScreen({ message, sideBySide = false, children }: EntryScreenProps) {
  return (
    <>
      <ForgetUser />
      <main
        id="main"
        className={clsx(
          "mx-auto grid min-h-dvh w-full grid-cols-[minmax(0,1fr)] max-w-5xl justify-items-center gap-6 px-4 py-8 sm:px-6",
          // A list that is still loading must not move the content above it.
          sideBySide
            ? "content-start lg:grid-cols-2 lg:content-center lg:items-center lg:gap-16"
            : "content-center",
        )}
      >
        <div className="flex w-full flex-col items-center gap-2 text-center">
          {/* oxlint-disable-next-line nextjs/no-img-element -- an SVG: nothing to optimize */}
          <img
            src="/sticker.svg"
            alt=""
            width={240}
            height={240}
            fetchPriority="high"
            className="size-36 sm:size-52 lg:size-72"
          />
          <h1 className="text-5xl/[1.1] font-black tracking-tight lg:text-6xl">Evenly</h1>
          <p className="max-w-xs text-lg text-balance text-muted">
            Share expenses with friends and groups, and settle them to the cent.
          </p>
          <ol className="mt-2 grid w-full max-w-sm [counter-reset:step] grid-cols-3 gap-2 text-sm/5 font-bold sm:text-base">
            {["Add a dinner.", "We split it.", "Tap Settle."].map((step) => (
              <li
                key={step}
                className="flex flex-col items-center gap-1 [counter-increment:step] before:flex before:size-7 before:items-center before:justify-center before:rounded-full before:bg-sun-soft before:text-sm before:text-on-sun before:content-[counter(step)]"
              >
                {step}
              </li>
            ))}
          </ol>
        </div>
        <div className="flex w-full max-w-md flex-col items-center gap-6">
          {message ? (
            <p role="status" className="rounded-3xl bg-brand-soft px-5 py-2 font-semibold">
              {message}
            </p>
          ) : null}
          {children}
        </div>
      </main>
      <InAppBanner />
    </>
  );
}
