"use client";

import { unstable_rethrow, usePathname } from "next/navigation";
import { Component, type ReactNode } from "react";
import { ErrorPage } from "./error-page";
import "./translators";

type BoundaryProps = { path: string; children: ReactNode };
type State = { error: Error | null; path: string };

/**
 * Shows the error page instead of children that cannot be rendered, until the user opens another screen. Layouts use it
 * in place of error.tsx files: each of those is sent with every screen, with its own copy of the page. `catchError` of
 * Next.js is larger than all of them.
 */
export function CatchErrors({ children }: { children: ReactNode }) {
  return <Boundary path={usePathname()}>{children}</Boundary>;
}

class Boundary extends Component<BoundaryProps, State> {
  override state: State = { error: null, path: this.props.path };

  static getDerivedStateFromError(error: Error): Partial<State> {
    // What notFound() and redirect() throw is for Next.js.
    unstable_rethrow(error);
    return { error };
  }

  static getDerivedStateFromProps({ path }: BoundaryProps, state: State): State | null {
    return path === state.path ? null : { error: null, path };
  }

  override render() {
    const { error } = this.state;
    return error ? (
      <ErrorPage error={error} reset={() => this.setState({ error: null })} />
    ) : (
      this.props.children
    );
  }
}
