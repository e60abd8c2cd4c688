import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatDateTime } from '#shop/india/dates.ts';
import type { OrderMail } from '#shop/orders/order-calls.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusPill, type Tone } from '#web/ui/status-pill.tsx';
import { toast } from '#web/ui/toast.tsx';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';

const KIND: Record<string, string> = {
  order_received: 'Order received',
  payment_verified: 'Payment verified',
  payment_problem: 'Payment problem',
  changed: 'Order changed',
  returned: 'Items taken back',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  replacement_received: 'Replacement received',
  replacement_approved: 'Replacement approved',
  replacement_rejected: 'Replacement not approved',
  replacement_shipped: 'Replacement sent',
};

const STATE: Record<OrderMail['status'], { word: string; tone: Tone }> = {
  queued: { word: 'Waiting', tone: 'yellow' },
  sending: { word: 'Being sent', tone: 'blue' },
  sent: { word: 'Sent', tone: 'green' },
  failed: { word: 'Not sent', tone: 'red' },
};

const FAILED = 'The email could not be sent again. Please try again.';

/** The emails to the shopper with their status, and the mail server's last error. */
export function MailLog({ orderNumber, mails }: { orderNumber: string; mails: OrderMail[] }) {
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: (id: string) =>
      adminCall('POST /orders/:id/mails/:mail/resend', { params: { id: orderNumber, mail: id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, FAILED));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  });
  return (
    <section aria-labelledby="mails-heading">
      <h3 id="mails-heading">Emails</h3>
      {mails.length === 0 && <p className="text-ink-soft">None yet. An order without an email address gets none.</p>}
      <ul className="mail-log">
        {mails.map((mail) => (
          <li key={mail.id}>
            <div className="min-w-0 grow basis-48">
              <b>{KIND[mail.kind] ?? mail.subject}</b>
              <small>
                {mail.to} · {whenOf(mail)}
              </small>
              {mail.lastError && mail.status !== 'sent' && <small className="text-bad">{mail.lastError}</small>}
            </div>
            {mail.status === 'sent' ? (
              <span className={mail.isFile ? 'text-ink-soft' : 'text-ok'}>
                {mail.isFile ? 'Saved as a file (no mail server)' : 'Sent'}
              </span>
            ) : (
              <StatusPill tone={STATE[mail.status].tone} admin>
                {STATE[mail.status].word}
              </StatusPill>
            )}
            <Button
              variant="quiet"
              size="admin"
              className="ml-auto"
              aria-label={`Send again: ${KIND[mail.kind] ?? mail.subject}`}
              busy={resend.isPending && resend.variables === mail.id}
              onClick={() => {
                if (!resend.isPending) resend.mutate(mail.id);
              }}
            >
              Send again
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function whenOf(mail: OrderMail): string {
  const tries = mail.tries > 1 ? ` · ${mail.tries} tries` : '';
  if (mail.sentAt !== null) return `${formatDateTime(mail.sentAt)}${tries}`;
  const next = mail.nextTryAt !== null && mail.tries > 0 ? ` · next try ${formatDateTime(mail.nextTryAt)}` : '';
  return `written ${formatDateTime(mail.createdAt)}${mail.tries === 1 ? ' · 1 try' : tries}${next}`;
}
