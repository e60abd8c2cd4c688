import { Link } from 'react-router';
import { ExternalLink } from '#web/admin/ui/icons.ts';
import { Icon, type IconPath } from '#web/ui/icon.tsx';
import { ChevronRight } from '#web/ui/page-icons.ts';
import { useFigures } from '../dashboard/figures.ts';
import { navigation, placesFor } from '../dashboard/sections.ts';
import { useAdminUser, useMay } from '../lib/session.ts';
import { Avatar } from './avatar.tsx';
import { LogoutButton } from './logout-button.tsx';
import { Waiting } from './navigation.tsx';

/** On a phone: who is signed in, and the sections that have no place at the bottom. */
export default function MoreSection() {
  const user = useAdminUser();
  const may = useMay();
  const figures = useFigures();
  const placed = placesFor(may).map(({ id }) => id);
  const groups = navigation(may)
    .map(({ title, sections }) => ({ title, sections: sections.filter(({ id }) => !placed.includes(id)) }))
    .filter(({ sections }) => sections.length > 0);
  return (
    <div className="grid gap-3">
      {user && (
        <div className="admin-card flex items-center gap-3 py-3 px-4">
          <Avatar user={user} />
          <p className="min-w-0 mr-auto leading-[1.25] wrap-anywhere">
            <b className="weight-650">{user.name}</b>
            <small className="block text-[0.78125rem] text-ink-soft">{user.email}</small>
          </p>
          <LogoutButton />
        </div>
      )}
      {groups.map(({ title, sections }) => (
        <section key={title} aria-label={title || 'Start'}>
          {title && <h2 className="pb-1 px-4 font-sans text-[0.78125rem] weight-550 text-ink-soft">{title}</h2>}
          <ul className="admin-card">
            {sections.map((section) => (
              <Row
                key={section.id}
                to={`/admin?section=${section.id}`}
                icon={section.icon}
                title={section.title}
                count={section.waiting?.(figures)}
              />
            ))}
          </ul>
        </section>
      ))}
      <ul className="admin-card">
        <Row to="/" icon={ExternalLink} title="View the shop" />
      </ul>
    </div>
  );
}

function Row({ to, icon, title, count }: { to: string; icon: IconPath; title: string; count?: number | undefined }) {
  return (
    <li className="not-first:hairline-t-admin-line">
      <Link to={to} className="flex items-center gap-3 min-h-12 px-4 text-[0.9375rem] weight-550">
        <Icon of={icon} />
        <span className="mr-auto">{title}</span>
        <Waiting count={count} />
        <Icon of={ChevronRight} />
      </Link>
    </li>
  );
}
