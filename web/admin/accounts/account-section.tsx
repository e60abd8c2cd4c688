import { useQuery } from '@tanstack/react-query';
import { useMay } from '../lib/session.ts';
import { sessionsQuery } from './account-api.ts';
import { NameForm } from './name-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionsList } from './sessions-list.tsx';
import { AlertsCard } from './staff-notices-card.tsx';
import { TeamList } from './team-list.tsx';
import { TwoStepCard } from './two-step-card.tsx';

/**
 * Account: the own name and password, alerts, two-step sign-in and sessions, and for admins the team (D39,
 * D40).
 */
export default function AccountSection() {
  const may = useMay();
  const { isPending } = useQuery(sessionsQuery);
  return (
    <div className="overview">
      <div className="overview-col">
        <SessionsList />
        {/* Not before the list above it, which would push its buttons from under a finger. */}
        {may('GET /auth/team') && !isPending && <TeamList />}
      </div>
      <div className="overview-col">
        <NameForm />
        <AlertsCard />
        <TwoStepCard />
        <PasswordForm />
      </div>
    </div>
  );
}
