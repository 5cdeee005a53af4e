import type { MetadataRoute } from "next";

/** The web app manifest, for adding Evenly to the home screen of a phone. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: "Evenly",
    short_name: "Evenly",
    description: "Share expenses with friends and groups, and settle them to the cent.",
    id: "/",
    start_url: "/friends",
    scope: "/",
    display: "standalone",
    background_color: "#f8f3e9",
    theme_color: "#f8f3e9",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
