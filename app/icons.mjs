import { icons } from "@iconify-json/lucide";
import plugin from "tailwindcss/plugin";

// Classes such as `icon-pencil`: Lucide's icons as CSS masks, for components/ui/icon.tsx. The style sheet is
// downloaded once, unlike the HTML and JavaScript of every screen. `icon-pencil/bold` has thicker strokes.

const maskOf = (body, { modifier }) => {
  const strokes = body.replaceAll('stroke-width="2"', `stroke-width="${modifier ?? "2"}"`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${strokes}</svg>`;
  const escaped = svg.replace(/"/g, "'").replace(/[<>#%]/g, encodeURIComponent);
  return { "--icon": `url("data:image/svg+xml,${escaped}")` };
};

export default plugin(({ matchComponents }) => {
  const values = Object.fromEntries(Object.entries(icons.icons).map(([name, { body }]) => [name, body]));
  matchComponents({ icon: maskOf }, { values, modifiers: { bold: "2.6" } });
});
