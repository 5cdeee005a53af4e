import { buttonClass, type ButtonLook } from "./button";
import { Icon } from "./icon";
import { Link, type LinkProps } from "./link";

export type ButtonLinkProps<T extends string> = ButtonLook & LinkProps<T>;

/** A link that looks like a button: for navigation, never for actions. */
export function ButtonLink<T extends string>({
  variant,
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps<T>) {
  return (
    <Link className={buttonClass({ variant }, className)} {...rest}>
      {icon ? <Icon className={icon} /> : null}
      <span>{children}</span>
    </Link>
  );
}
