import './copy-button.css';
import { useEffect, useRef, useState } from 'react';
import m from '#messages/ui';
import { Icon } from './icon.tsx';
import { Check, Copy } from './page-icons.ts';

/**
 * Copies text to the clipboard. `navigator.clipboard` requires HTTPS, so a fallback supports shops
 * on plain HTTP in a local network.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.readOnly = true;
    area.className = 'sr-only';
    // Inside the open dialog, if there is one: the rest of the page is inert and cannot be
    // selected.
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}

type CopyButtonProps = { text: string; what: string; word?: string; className?: string };

/**
 * Copies `text`; displays 'Copied' for two seconds, announced to screen readers. `what` names it:
 * "UPI ID"; `word` is the button text, 'Copy' by default.
 */
export function CopyButton({ text, what, word = m.copy(), className = '' }: CopyButtonProps) {
  const [status, setStatus] = useState<'copied' | 'failed' | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    setStatus((await copyText(text)) ? 'copied' : 'failed');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setStatus(null), 2000);
  };
  const said = status && (status === 'copied' ? m.copied() : m.notCopied());
  return (
    <>
      <button type="button" className={`copy-button ${className}`} aria-label={m.copyWhat({ what })} onClick={copy}>
        <Icon of={status === 'copied' ? Check : Copy} />
        {said ?? word}
      </button>
      <span role="status" className="sr-only">
        {said && `${what}: ${said}`}
      </span>
    </>
  );
}

/** Text in a box with a Copy button. */
export function CopyField({ text, what }: { text: string; what: string }) {
  return (
    <div className="copy">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}
