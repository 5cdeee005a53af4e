import { ButtonLink, type ButtonLinkProps } from "@/components/ui/button-link";

/** What to do next with what a row shows, while it is empty. */
export function FirstStep<T extends string>(props: Pick<ButtonLinkProps<T>, "href" | "icon" | "children">) {
  return (
    <div className="basis-full pt-1">
      <ButtonLink variant="secondary" className="relative z-1" {...props} />
    </div>
  );
}
