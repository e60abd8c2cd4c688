import { INVITE_HOURS } from '#shop/accounts/accounts.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-button.tsx';

/** The link with which somebody sets a password, to be sent by WhatsApp or read out (D57). */
export function InvitationLink({ name, path, onDone }: { name: string; path: string; onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <p>
        Send this link to {name}, on WhatsApp for example. It works once and expires in {INVITE_HOURS} hours. If email
        is set up, {name} also gets it by email.
      </p>
      <CopyField text={`${window.location.origin}${path}`} what="link" />
      <div className="flex justify-end">
        <Button size="admin" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
