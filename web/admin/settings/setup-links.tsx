import { Link } from 'react-router';
import { useMay } from '../lib/session.ts';

const PAYMENT = '/admin?section=payment-settings';

/** Back from the pages about proof. */
export function BackToPayment() {
  return (
    <Link className="link admin-link justify-self-start" to={PAYMENT}>
      Payment Settings
    </Link>
  );
}

/** The pages about proof by the bank's messages: the rules, the wordings, and the owner's phone. */
export function SetupLinks({ without }: { without?: 'rules' }) {
  const mayTrust = useMay()('GET /payments/wordings');
  return (
    <section className="admin-card" aria-label="Payments that prove themselves">
      <header className="card-head">
        <h2>Payments that prove themselves</h2>
      </header>
      <div className="card-body grid gap-3">
        <p className="text-ink-soft">
          Your bank’s statements, emails and SMS can confirm orders for you. You choose what each may do.
        </p>
        {without !== 'rules' && (
          <Link className="link admin-link justify-self-start" to={`${PAYMENT}&setup=rules`}>
            Rules: what proves a payment
          </Link>
        )}
        {mayTrust && (
          <Link className="link admin-link justify-self-start" to={`${PAYMENT}&setup=bank`}>
            Bank messages: wordings, senders and your accounts
          </Link>
        )}
        <Link className="link admin-link justify-self-start" to={`${PAYMENT}&setup=phone`}>
          Set up your phone
        </Link>
      </div>
    </section>
  );
}
