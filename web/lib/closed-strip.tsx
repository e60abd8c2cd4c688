import { type ClosedShop, closedWords } from '#shop/settings/closed-words.ts';
import { ClosedNote } from './closed-note.tsx';

/** The note of a closed shop on top of every page. */
export default function ClosedStrip({ closed }: { closed: ClosedShop }) {
  return (
    <aside className="page py-2" aria-label={closedWords(closed).title}>
      <ClosedNote closed={closed} />
    </aside>
  );
}
