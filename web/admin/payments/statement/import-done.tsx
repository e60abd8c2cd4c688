import type { StatementImport } from '#shop/orders/payments/api.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { CircleCheck } from '#web/ui/icons.ts';
import { UndoImport } from './imports-list.tsx';

/** What an import has done. */
export function ImportDone({
  result,
  kept,
  back,
  onAnother,
}: {
  result: StatementImport;
  /** Credits that fit no order. */
  kept: number;
  back: string;
  onAnother: () => void;
}) {
  const waiting = result.review + result.suggested;
  const facts: [number, string][] = [
    [
      result.confirmed,
      result.confirmed === 1
        ? 'order confirmed, its shopper gets an email'
        : `orders confirmed${result.confirmed > 0 ? ', their shoppers get an email' : ''}`,
    ],
    [waiting, waiting === 1 ? 'line waits for you under Payments' : 'lines wait for you under Payments'],
    [kept, kept === 1 ? 'credit kept without an order' : 'credits kept without an order'],
    [
      result.duplicates,
      result.duplicates === 1
        ? 'line was imported before and changed nothing'
        : 'lines were imported before and changed nothing',
    ],
    [result.refused.length, result.refused.length === 1 ? 'line could not be read' : 'lines could not be read'],
  ];
  return (
    <section className="admin-card card-body grid gap-3" aria-label="Result">
      <h2 className="flex items-center gap-2 text-display-sm">
        <span className="text-ok">
          <Icon of={CircleCheck} />
        </span>
        Statement imported
      </h2>
      <ul className="grid gap-1">
        {facts
          .filter(([count], at) => count > 0 || at === 0)
          .map(([count, words]) => (
            <li key={words}>
              <b className="num weight-650">{count}</b> {words}
            </li>
          ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <ButtonLink size="admin" to={`/admin${back}`}>
          {waiting > 0 ? `Review the ${waiting}` : 'To Payments'}
        </ButtonLink>
        <UndoImport one={result} />
        <Button variant="bare" size="admin" onClick={onAnother}>
          Import another
        </Button>
      </div>
    </section>
  );
}
