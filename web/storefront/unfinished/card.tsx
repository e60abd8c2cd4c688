import m from '#messages/unfinished';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { formatTime } from '#shop/india/dates.ts';
import { useStoredJson } from '#web/lib/device.ts';
import { acceptUnfinished } from '#web/lib/unfinished.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Clock } from '#web/ui/page-icons.ts';
import { ProductImage } from '#web/ui/product-image.tsx';
import { StartedLine, UnfinishedButtons } from './parts.tsx';
import { useUnfinishedActions } from './use-actions.ts';

/**
 * The unfinished payment where shoppers look for their orders (D66). Renders nothing without one.
 */
export function UnfinishedCard({ className = '' }: { className?: string }) {
  const payment = useStoredJson('unfinishedPayment', acceptUnfinished);
  const actions = useUnfinishedActions(payment);
  if (!payment || payment.found || payment.closed) return null;
  const { items, reservedUntil } = payment.draft;
  const held = reservedUntil !== null && reservedUntil > Date.now();
  return (
    <article
      className={`max-w-176 overflow-hidden rounded-card bg-card hairline-line ${className}`}
      aria-label={m.title()}
    >
      <header className="flex gap-2.5 hairline-b-warn-line bg-warn-bg px-5 py-3.5 [--icon-size:1.4rem]">
        <Icon of={Clock} className="text-warn" />
        <span>
          <StartedLine {...payment} />
        </span>
      </header>
      <div className="px-5 py-4">
        <ul className="grid gap-3">
          {items.map(({ product, size, name, quantity, image }) => (
            <li className="mini" key={`${product} ${size}`}>
              <ProductImage src={image} alt="" sizes="3.5rem" />
              <div>
                <span className="weight-600">{name}</span>
                <span className="block text-small text-ink-soft">
                  {sizeLabel(size)} × {quantity}
                </span>
              </div>
            </li>
          ))}
        </ul>
        <p className="mt-3.5 text-small text-ink-soft">
          <span>{m.becomesOrder()}</span> {held && <span>{m.held({ time: formatTime(reservedUntil) })}</span>}
        </p>
        <UnfinishedButtons
          actions={actions}
          className="max-sm:grid max-sm:grid-cols-2 max-sm:[&>:last-child]:justify-self-start"
        />
      </div>
      {actions.Question && <actions.Question actions={actions} />}
    </article>
  );
}
