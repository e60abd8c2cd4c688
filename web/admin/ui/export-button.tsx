import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Download } from '#web/ui/icons.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminDownload, isSignedOut, serverSentence } from '../lib/session.ts';

/**
 * Downloads all pages of a filtered list as a spreadsheet file.
 *
 * @param path path of the API, with the filter
 * @param failed error message when the server returns none
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
