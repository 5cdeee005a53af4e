/** Below the top bar of guarded screens. */
export { Missing as default } from "@/components/navigation/lost";
export { metadata } from "@/app/not-found";
