/** Keeps the top bar of guarded screens. */
export { default, metadata } from "@/app/not-found";
