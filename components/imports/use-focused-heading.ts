import { useEffect } from "react";
import { focusOnce } from "@/components/ui/focus-once";

/**
 * Moves the focus to the heading of a step when the step appears.
 * @param id of the heading
 * @param text of the heading, which can change
 */
export function useFocusedHeading(id: string, text = ""): void {
  useEffect(() => {
    const heading = document.getElementById(id);
    if (heading) focusOnce(heading);
  }, [id, text]);
}
