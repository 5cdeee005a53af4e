export { default } from "@/app/(signed-in)/unknown-address";
