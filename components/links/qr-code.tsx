export type QrCodeProps = {
  /** The SVG of a new link. */
  svg: string;
  /** Pixels, unless the class sizes it. */
  size: number;
  className?: string;
};

/** A link as a QR code. */
export function QrCode({ svg, size, className = "" }: QrCodeProps) {
  return (
    // oxlint-disable-next-line nextjs/no-img-element -- an SVG: nothing to optimize
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt="The link as a QR code"
      width={size}
      height={size}
      className={`rounded-card bg-white p-2 ${className}`}
    />
  );
}
