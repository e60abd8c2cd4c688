import { useState } from 'react';
import m from '#messages/product';
import type { PublicReview } from '#shop/catalogue/review-input.ts';
import { isApiError } from '#web/lib/api.ts';
import { findHelpful, useFoundHelpful } from '#web/lib/helpful.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Check } from '#web/ui/page-icons.ts';
import { toast } from '#web/ui/toast.tsx';

/** 'Helpful (16)'. One vote per device (D15); after that the button stays pressed. */
export function HelpfulButton({ review }: { review: PublicReview }) {
  const found = useFoundHelpful(review.id);
  const [count, setCount] = useState(review.helpful);
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (found) return;
    setBusy(true);
    try {
      setCount(await findHelpful(review.id));
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="text" className="-my-2 text-[0.875rem]" aria-pressed={found} busy={busy} onClick={press}>
      {found && <Icon of={Check} />}
      <span>{m.helpful({ count })}</span>
      <span className="sr-only">{m.reviewBy({ name: review.customerName })}</span>
    </Button>
  );
}
