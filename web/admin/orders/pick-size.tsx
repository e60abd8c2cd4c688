import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, useState } from 'react';
import { formatRupees } from '#shop/money/money.ts';
import { readAsked, type SizeChoice, sizeChoices } from '#shop/orders/pick-size.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Search } from '#web/ui/icons.ts';
import { ProductImage } from '#web/ui/product-image.tsx';
import { toast } from '#web/ui/toast.tsx';
import { adminCall } from '../lib/session.ts';
import { useRested } from '../ui/use-rested.ts';

/** Debounce of the search, in ms. */
const PAUSE_MS = 150;
const MOST_CHOICES = 6;
const NOT_FOUND = 'No product found. Try its name alone.';
const FAILED = 'The products could not be loaded. Please check your connection.';

const productsQuery = (words: string) =>
  queryOptions({
    queryKey: ['pick-size', words],
    queryFn: async ({ signal }) =>
      (await adminCall('GET /products/search', { query: { q: words, limit: MOST_CHOICES } }, { signal })).products,
    staleTime: 15_000,
  });

interface PickSizeProps {
  /** Called for each pack that is added. The field is empty then, and keeps the focus. */
  onPick: (choice: SizeChoice, quantity: number) => void;
  label?: string;
}

/**
 * Adds products to an order by typing: name, size and number in one line, such as 'kaju 500 2'.
 * Enter adds the first size that is found.
 */
export function PickSize({ onPick, label = 'Add a product' }: PickSizeProps) {
  const [text, setText] = useState('');
  const client = useQueryClient();
  const asked = readAsked(text);
  const words = useRested(asked.words, PAUSE_MS);
  const found = useQuery({
    ...productsQuery(words),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  const choices = words === '' || asked.words === '' ? [] : sizeChoices(found.data ?? [], asked);
  const pick = (choice: SizeChoice) => {
    onPick(choice, asked.quantity);
    setText('');
  };
  const pickFirst = async () => {
    if (asked.words === '') return;
    try {
      const [first] = sizeChoices(await client.fetchQuery(productsQuery(asked.words)), asked);
      if (!first) toast.error(NOT_FOUND);
      else if (first.stock <= 0) toast.error(`${first.name}, ${first.size} is out of stock.`);
      else pick(first);
    } catch {
      toast.error(FAILED);
    }
  };
  return (
    <search className="pick-size">
      {/* No form: it may be part of one. */}
      <div className="pick-size-box">
        <Icon of={Search} />
        <input
          type="search"
          className="input input-admin"
          aria-label={label}
          placeholder="Name, size, number: kaju 500 2"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onFocus={showBelow}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void pickFirst();
          }}
        />
      </div>
      {choices.length > 0 && (
        <ul aria-label="Products found" aria-busy={found.isPlaceholderData || undefined}>
          {choices.slice(0, MOST_CHOICES).map((choice) => (
            <Choice key={`${choice.product} ${choice.size}`} choice={choice} quantity={asked.quantity} onPick={pick} />
          ))}
        </ul>
      )}
      {asked.words !== '' && found.isError && <p role="alert">{FAILED}</p>}
      {asked.words !== '' && found.isSuccess && !found.isPlaceholderData && choices.length === 0 && (
        <p role="status">{words === '' ? '' : NOT_FOUND}</p>
      )}
    </search>
  );
}

/** On a phone what is found stands below the field, above the keyboard. */
function showBelow({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  if (window.matchMedia('(width < 64rem)').matches) currentTarget.scrollIntoView({ block: 'start' });
}

function Choice({
  choice,
  quantity,
  onPick,
}: {
  choice: SizeChoice;
  quantity: number;
  onPick: (choice: SizeChoice) => void;
}) {
  const { name, size, price, stock, image, cloth } = choice;
  const isOut = stock <= 0;
  return (
    <li className={isOut ? 'text-ink-faint' : undefined}>
      <ProductImage src={image} alt="" cloth={cloth} sizes="40px" />
      <span className="min-w-0">
        <b>
          {name}, {size}
        </b>
        <small>{isOut ? 'Out of Stock' : `${stock} in stock`}</small>
      </span>
      <span className="num weight-650">{formatRupees(price)}</span>
      {isOut ? (
        <span />
      ) : (
        <Button
          variant="quiet"
          size="admin"
          aria-label={`Add ${quantity} ${name}, ${size}`}
          onClick={() => onPick(choice)}
        >
          Add {quantity}
        </Button>
      )}
    </li>
  );
}
