import { Link } from 'react-router';
import { MessageSquareReply } from '#web/admin/ui/icons.ts';
import { Icon, type IconPath } from '#web/ui/icon.tsx';
import { ArrowRight, TriangleAlert, Truck } from '#web/ui/icons.ts';
import { useMay } from '../lib/session.ts';
import { useSettled } from '../ui/use-settled.ts';
import { type Figures, useFigures } from './figures.ts';
import { type SectionId, sectionsFor } from './sections.ts';

/** What is to do in the sections, and the list of it. */
const LISTS: Partial<Record<SectionId, { title: string; icon?: IconPath; address?: string }>> = {
  orders: {
    title: 'Orders that need attention',
    icon: TriangleAlert,
    address: '/admin?section=orders&attention=true',
  },
  payments: { title: 'Payments to verify' },
  replacements: { title: 'Replacements to decide' },
  reviews: { title: 'Reviews to approve or reject', address: '/admin?section=reviews&status=pending' },
  contacts: { title: 'New messages to answer', address: '/admin?section=contacts&status=new' },
};

/** What the owner is asked under Payment Settings › Bank messages. */
function bankQuestions({ wordingsToDecide = 0, sendersToDecide = 0 }: Figures) {
  const address = '/admin?section=payment-settings&setup=bank';
  return [
    { title: 'A wording of your bank to trust or not', icon: MessageSquareReply, count: wordingsToDecide, address },
    {
      title: 'Bank messages from senders you have not listed',
      icon: TriangleAlert,
      count: sendersToDecide,
      address: `${address}#unlisted`,
    },
  ].filter(({ count }) => count > 0);
}

/** The open tasks of the admin's sections, with links. */
export function NeedsYou() {
  const figures = useFigures();
  const sections = sectionsFor(useMay());
  const waiting = sections
    .filter(({ id }) => id !== 'payment-settings')
    .map(({ id, title, icon, waiting: countOf }) => ({
      title,
      icon,
      count: countOf?.(figures) ?? 0,
      address: `/admin?section=${id}`,
      ...LISTS[id],
    }))
    .filter(({ count }) => count > 0);
  const { toShip = 0 } = figures;
  if (toShip > 0) {
    const address = '/admin?section=orders&view=to-ship';
    waiting.splice(2, 0, { title: 'Orders to ship', icon: Truck, count: toShip, address });
  }
  waiting.push(...bankQuestions(figures));
  const late = figures.overdueGrievances ?? 0;
  const contacts = sections.find(({ id }) => id === 'contacts');
  if (contacts && late > 0) {
    const address = '/admin?section=contacts&show=overdue';
    waiting.unshift({ title: 'Overdue complaints', icon: TriangleAlert, count: late, address });
  }
  const list = useSettled<HTMLUListElement>(waiting.map(({ address }) => address).join(' '));
  return (
    <section className="admin-card" aria-labelledby="needs-you">
      <header className="card-head">
        <h2 id="needs-you">Needs you</h2>
        <span>{waiting.reduce((sum, { count }) => sum + count, 0)}</span>
      </header>
      {waiting.length === 0 ? (
        <p className="card-body text-ink-soft">Nothing waits. Well done.</p>
      ) : (
        <ul ref={list} className="needs">
          {waiting.map(({ title, icon, count, address }) => (
            <li key={address} className="relative hover:bg-admin-hover">
              <Icon of={icon} />
              <Link to={address} className="admin-link after:absolute after:inset-0">
                {title}
              </Link>
              <b>{count}</b>
              <Icon of={ArrowRight} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
