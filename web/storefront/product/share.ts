import { copyText } from '#web/ui/copy-button.tsx';
import { toast } from '#web/ui/toast.tsx';

/** Hands a product on by the phone's own share sheet; where there is none, its link goes to the clipboard. */
export async function share(title: string, path: string): Promise<void> {
  const url = new URL(path, window.location.origin).href;
  if (navigator.share) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      // Closed by the shopper. Anything else: the clipboard still works.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  if (await copyText(url)) toast.success('Link copied');
  else toast.info(`The link to this page: ${url}`, { duration: 8000 });
}
