import m from '#messages/share';
import { pagePath } from '#web/lib/language.ts';
import { copyText } from '#web/ui/copy-button.tsx';
import { toast } from '#web/ui/toast.tsx';

/**
 * Shares a product through the phone's share sheet; without one, copies its link to the clipboard.
 */
export async function share(title: string, path: string): Promise<void> {
  const url = new URL(pagePath(path), window.location.origin).href;
  if (navigator.share) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      // The shopper closed the sheet. On any other error, fall back to the clipboard.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  if (await copyText(url)) toast.success(m.linkCopied());
  else toast.info(m.linkIs({ url }), { duration: 8000 });
}
