import { noticeSettingsPath } from "@/lib/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Section } from "@/components/ui/section";
import { PushDevice, type PushDeviceProps } from "./push-device";

export type NotificationsProps = PushDeviceProps;

/** Push notifications of the account, and a link to the notification settings. */
export function Notifications(props: NotificationsProps) {
  return (
    <Section id="notifications" heading="Notifications" className="gap-4">
      <PushDevice {...props} />
      <ButtonLink href={noticeSettingsPath} variant="quiet" icon="icon-bell" className="self-start">
        Settings
      </ButtonLink>
    </Section>
  );
}
