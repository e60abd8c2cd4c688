import { PasswordForm } from './password-form.tsx';
import { SessionsList } from './sessions-list.tsx';
import { TeamList } from './team-list.tsx';

/** Account: the signed-in admin's password and sessions, and the team (D39, D40). */
export default function AccountSection() {
  return (
    <div className="overview">
      <div className="overview-col">
        <SessionsList />
        <TeamList />
      </div>
      <div className="overview-col">
        <PasswordForm />
      </div>
    </div>
  );
}
