import { useState } from 'react';
import type { Api } from '#shop/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Download } from '#web/ui/page-icons.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminDownload, isSignedOut, serverSentence, useMay } from '../lib/session.ts';

interface Props {
  /** The endpoint; who may not call it sees no button. */
  of: keyof Api;
  /** Its path with the filter. */
  path: string;
  /** The message when the server returns none. */
  failed: string;
  /** What is saved, where a page has several buttons. */
  label?: string;
}

/** Downloads all pages of a filtered list as a spreadsheet file. */
export function ExportButton({ of, path, failed, label }: Props) {
  const may = useMay();
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
  if (!may(of)) return null;
  return (
    <Button variant="quiet" size="admin" busy={busy} busyText="Exporting…" onClick={() => void save()}>
      <Icon of={Download} /> {label ?? 'Export CSV'}
    </Button>
  );
}
