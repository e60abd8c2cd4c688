import { useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import { Check, Copy } from './icons.ts';

/** Puts text on the clipboard. `navigator.clipboard` needs HTTPS, so a shop on a plain address in the house falls back. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.readOnly = true;
    area.className = 'sr-only';
    // Inside the open dialog, if there is one: the rest of the page is inert and cannot be selected.
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}

type CopyButtonProps = { text: string; what: string; word?: string; className?: string };

/**
 * Copies `text`; says 'Copied' for two seconds, also to screen readers. `what` names it: "UPI ID"; `word` is what the button
 * shows, 'Copy' unless told.
 */
export function CopyButton({ text, what, word = 'Copy', className = '' }: CopyButtonProps) {
  const [said, setSaid] = useState<'Copied' | 'Not copied' | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    setSaid((await copyText(text)) ? 'Copied' : 'Not copied');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid(null), 2000);
  };
  return (
    <>
      <button type="button" className={`copy-button ${className}`} aria-label={`Copy ${what}`} onClick={copy}>
        <Icon of={said === 'Copied' ? Check : Copy} />
        {said ?? word}
      </button>
      <span role="status" className="sr-only">
        {said && `${what}: ${said}`}
      </span>
    </>
  );
}

/** The text in a box, with its Copy button. */
export function CopyField({ text, what }: { text: string; what: string }) {
  return (
    <div className="copy">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}
