import { Link } from 'react-router';
import type { Missing } from '#shop/orders/payments/own-accounts.ts';
import { Note } from '#web/ui/note.tsx';
import { useMay } from '../lib/session.ts';
import { MISSING_WORDS } from './bank-message-words.ts';

/**
 * What keeps payments from confirming by themselves; the first thing first. Who may not change it,
 * reads whom to ask.
 */
export function MissingNote({ missing }: { missing: readonly Missing[] }) {
  const mayChange = useMay()('GET /payments/wordings');
  const [first] = missing;
  if (first === undefined) return null;
  const { text, action, to } = MISSING_WORDS[first];
  return (
    <Note tone="warn" className="mb-3">
      <span>{text}</span>{' '}
      {mayChange ? (
        <Link className="link" to={to}>
          {action}
        </Link>
      ) : (
        <span>An admin can set this up under Payment Settings.</span>
      )}
    </Note>
  );
}
