const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

/**
 * How screens are pictured: light and dark, in each size.
 * @returns for each, its name, a word for addresses, the end of its files' names, and the options of its browser
 */
export const looks = (sizes = SIZES) =>
  (["light", "dark"] as const).flatMap((colorScheme) =>
    sizes.map((viewport) => {
      const { width } = viewport;
      const touch = width < 600;
      return {
        look: `${colorScheme}, ${width} px`,
        word: `${colorScheme}${width}`,
        end: `${width}-${colorScheme}.png`,
        options: {
          colorScheme,
          viewport,
          hasTouch: touch,
          isMobile: touch,
          reducedMotion: "reduce" as const,
        },
      };
    }),
  );
