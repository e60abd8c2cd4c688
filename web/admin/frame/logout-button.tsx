import { LogOut } from '#web/admin/ui/icons.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { endPush } from '../lib/push.ts';
import { signOut } from '../lib/session.ts';

export function LogoutButton() {
  return (
    <Button variant="quiet" size="admin" onClick={leave}>
      <Icon of={LogOut} /> Logout
    </Button>
  );
}

/** Alerts end with the session of this browser; a failure must not keep anybody signed in. */
function leave(): void {
  void endPush().catch(() => {});
  void signOut();
}
