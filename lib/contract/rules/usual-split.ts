import { MAX_PRESET_NAME } from "@/lib/core/usual-split";
import { singleLine } from "./rule";

export const presetRules = { name: singleLine(MAX_PRESET_NAME, "Please enter a name.") };
