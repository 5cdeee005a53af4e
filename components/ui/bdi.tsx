import type { ComponentProps } from "react";

/** What somebody typed, such as a name or a title: it reorders nothing, whatever its direction, and is not translated. */
// oxlint-disable-next-line react/forbid-elements -- the only one
export const Bdi = (props: ComponentProps<"bdi">) => <bdi translate="no" {...props} />;
