import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Download } from '#web/ui/icons.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminDownload, isSignedOut, serverSentence } from '../lib/session.ts';

/**
 * A list as a file for a spreadsheet: all pages of its filter.
 *
 * @param path of the API, with the filter
 * @param failed what is said when the server gives no sentence of its own
 */
export function ExportButton({ path, failed }: { path: string; failed: string }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await adminDownload(path);
    } catch (error) {
      if (!isSignedOut(error)) toast.error(serverSentence(error, failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="quiet" size="admin" busy={busy} busyText="Exporting…" onClick={() => void save()}>
      <Icon of={Download} /> Export CSV
    </Button>
  );
}
