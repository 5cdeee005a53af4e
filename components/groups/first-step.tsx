import { ButtonLink, type ButtonLinkProps } from "@/components/ui/button-link";

export type FirstStepProps<T extends string> = Pick<ButtonLinkProps<T>, "href" | "icon"> & {
  /** The title of the row. */
  of: string;
  children: string;
};

/** What to do next with what a row shows, while it is empty. */
export function FirstStep<T extends string>({ of, children, ...link }: FirstStepProps<T>) {
  return (
    <div className="basis-full">
      <ButtonLink variant="secondary" className="relative z-1" aria-label={`${children}: ${of}`} {...link}>
        {children}
      </ButtonLink>
    </div>
  );
}
