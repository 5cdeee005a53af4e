import { Section } from "@/components/ui/section";
import { PushDevice } from "./push-device";

/** How the viewer is notified. */
export function Notifications() {
  return (
    <Section id="notifications" heading="Notifications" className="gap-4">
      <PushDevice />
    </Section>
  );
}
