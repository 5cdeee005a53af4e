/**
 * The width of a bar, in percent of that of the largest figure.
 * @param least of a figure other than 0, so that its bar is visible
 */
export function barWidth(figure: number, largest: number, least = 2): string {
  return `${(figure > 0 ? Math.max((figure / largest) * 100, least) : 0).toFixed(2)}%`;
}
