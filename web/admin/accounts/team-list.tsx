import { useState } from 'react';
import { ROLES } from '#shop/accounts/accounts.ts';
import {
  checkTeamMember,
  type MemberChange,
  NAME_MAX,
  roleLabel,
  type TeamInput,
  type TeamMember,
} from '#shop/accounts/staff.ts';
import { formatDateTime } from '#shop/india/dates.ts';
import { UserPlus } from '#web/admin/ui/icons.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { useAdminUser } from '../lib/session.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { useForm } from '../ui/use-form.ts';
import { useListQuery } from '../ui/use-list-query.ts';
import { accountCalls, teamQuery } from './account-api.ts';
import { InvitationLink } from './invitation-link.tsx';
import { useSaving } from './use-saving.ts';

const LOAD_FAILED = 'Failed to load the team. Please check your connection.';
const SAVE_FAILED = 'Failed to save the team. Please try again.';

/** The staff accounts (D39): add, disable, enable, resend the invitation link. */
export function TeamList() {
  const { data, failed, fetching, retry } = useListQuery(teamQuery, LOAD_FAILED);
  const me = useAdminUser();
  const saving = useSaving();
  const [adding, setAdding] = useState(false);
  const [closing, setClosing] = useState<TeamMember | null>(null);
  const [resetting, setResetting] = useState<TeamMember | null>(null);
  /** The link that was just made, to be copied (D57). */
  const [invited, setInvited] = useState<{ name: string; path: string } | null>(null);
  /** The right as it was just ticked, until the list is loaded again. */
  const [ticked, setTicked] = useState<{ id: string; may: boolean } | null>(null);
  /** As it was just ticked, like `ticked`. */
  const [required, setRequired] = useState(false);
  const change = (member: TeamMember, to: MemberChange) =>
    void saving.run(member.id, () => accountCalls.change(member.id, to), {
      otherwise: SAVE_FAILED,
      onDone: () => setClosing(null),
    });
  return (
    <section className="admin-card" aria-labelledby="team">
      <header className="card-head">
        <h2 id="team">Team</h2>
        <Button variant="quiet" size="admin" className="ml-auto" onClick={() => setAdding(true)}>
          <Icon of={UserPlus} /> Add someone
        </Button>
      </header>
      <p className="px-4.5 pt-3 text-ink-soft">
        Managers work with orders, products, customers, reviews, contacts and page content. Only admins can open
        settings, coupons, GST, bank statements, the team and the audit log. Whether a manager may verify payments is up
        to you.
      </p>
      {data && (
        <div className="px-4.5 pt-3">
          <Checkbox
            label="Require two-step sign-in for everyone"
            checked={saving.busy === 'rules' ? required : data.rules.requireTwoStep}
            disabled={saving.busy === 'rules'}
            onChange={({ target }) => {
              setRequired(target.checked);
              void saving.run('rules', () => accountCalls.saveRules({ requireTwoStep: target.checked }), {
                otherwise: SAVE_FAILED,
              });
            }}
          />
        </div>
      )}
      {failed && <ErrorNote message={LOAD_FAILED} onRetry={retry} retrying={fetching} />}
      {data ? (
        <ul className="needs people">
          {data.team.map((member) => (
            <li key={member.id}>
              <StatusPill tone={member.active ? 'green' : 'gray'} admin>
                {member.active ? roleLabel(member.role) : 'Disabled'}
              </StatusPill>
              <span>
                <b>{member.name}</b>
                <small>
                  <span>{member.email}</span>
                  {member.lastSeenAt !== null && <span>{` · last seen ${formatDateTime(member.lastSeenAt)}`}</span>}
                  {member.active && <span>{` · two-step sign-in ${member.twoStep ? 'on' : 'off'}`}</span>}
                </small>
                {member.role === 'manager' && member.active && (
                  <Checkbox
                    label="May verify payments"
                    aria-label={`${member.name} may verify payments`}
                    checked={
                      saving.busy === ticked?.id && ticked?.id === member.id ? ticked.may : member.mayVerifyPayments
                    }
                    disabled={saving.busy === member.id}
                    onChange={({ target }) => {
                      setTicked({ id: member.id, may: target.checked });
                      change(member, { mayVerifyPayments: target.checked });
                    }}
                  />
                )}
              </span>
              <MemberActions
                member={member}
                own={member.id === me?.id}
                busy={saving.busy}
                onInvite={() =>
                  void saving.run(`link ${member.id}`, () => accountCalls.invite(member.id), {
                    otherwise: SAVE_FAILED,
                    onDone: ({ invitation }) => setInvited({ name: member.name, path: invitation }),
                  })
                }
                onReset={() => setResetting(member)}
                onDisable={() => setClosing(member)}
                onEnable={() => change(member, { active: true })}
              />
            </li>
          ))}
        </ul>
      ) : (
        !failed && <ListSkeleton label="Loading the team" />
      )}
      <Dialog open={adding} onClose={() => setAdding(false)} title="Add someone">
        <AddForm
          onClose={() => setAdding(false)}
          onAdded={(name, path) => {
            setAdding(false);
            setInvited({ name, path });
          }}
        />
      </Dialog>
      <Dialog open={invited !== null} onClose={() => setInvited(null)} title={`Link for ${invited?.name ?? ''}`}>
        {invited && <InvitationLink {...invited} onDone={() => setInvited(null)} />}
      </Dialog>
      <ConfirmDialog
        open={resetting !== null}
        title="Switch off two-step sign-in?"
        action="Switch off"
        busyText="Saving..."
        busy={saving.busy !== null}
        onConfirm={() =>
          resetting &&
          void saving.run(resetting.id, () => accountCalls.resetTwoStep(resetting.id), {
            otherwise: SAVE_FAILED,
            onDone: () => setResetting(null),
          })
        }
        onClose={() => setResetting(null)}
      >
        <p>
          For {resetting?.name}, who has lost the phone and the recovery codes. The account is signed out everywhere,
          and its password alone is enough until two-step sign-in is set up again.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={closing !== null}
        title="Disable this account?"
        action="Disable"
        busyText="Saving..."
        busy={saving.busy !== null}
        onConfirm={() => closing && change(closing, { active: false })}
        onClose={() => setClosing(null)}
      >
        <p>
          {closing?.name} ({closing?.email}) is signed out everywhere at once and can no longer sign in. The account can
          be enabled again.
        </p>
      </ConfirmDialog>
    </section>
  );
}

function MemberActions({
  member,
  own,
  busy,
  onInvite,
  onReset,
  onDisable,
  onEnable,
}: {
  member: TeamMember;
  own: boolean;
  busy: string | null;
  onInvite: () => void;
  onReset: () => void;
  onDisable: () => void;
  onEnable: () => void;
}) {
  if (own) return <span className="text-ink-soft">You</span>;
  if (!member.active) {
    return (
      <Button
        variant="quiet"
        size="admin"
        busy={busy === member.id}
        aria-label={`Enable ${member.name}`}
        onClick={onEnable}
      >
        Enable
      </Button>
    );
  }
  return (
    <span className="row-actions">
      <Button
        variant="quiet"
        size="admin"
        busy={busy === `link ${member.id}`}
        aria-label={`Send link to ${member.name}`}
        onClick={onInvite}
      >
        Send link
      </Button>
      {member.twoStep && (
        <Button
          variant="line"
          size="admin"
          aria-label={`Switch off two-step sign-in of ${member.name}`}
          onClick={onReset}
        >
          Lost phone
        </Button>
      )}
      <Button variant="line" size="admin" aria-label={`Disable ${member.name}`} onClick={onDisable}>
        Disable
      </Button>
    </span>
  );
}

function AddForm({ onClose, onAdded }: { onClose: () => void; onAdded: (name: string, path: string) => void }) {
  const { run } = useSaving();
  const form = useForm<TeamInput>({
    start: { name: '', email: '', role: 'manager', mayVerifyPayments: true },
    check: checkTeamMember,
    onSubmit: async (member) => {
      await run('add', () => accountCalls.addMember(member), {
        otherwise: SAVE_FAILED,
        onDone: ({ invitation }) => onAdded(member.name.trim(), invitation),
        onFields: form.refuse,
      });
    },
  });
  return (
    <form className="grid gap-4" {...form.props}>
      <p className="text-ink-soft">
        They set their own password with a link, which you can copy and send. If email is set up, they also get it by
        email.
      </p>
      <TextField label="Name" {...form.text('name')} autoComplete="off" maxLength={NAME_MAX} />
      <TextField label="Email" {...form.text('email')} type="email" autoComplete="off" maxLength={254} />
      <SelectField label="Role" {...form.text('role')}>
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {roleLabel(role)}
          </option>
        ))}
      </SelectField>
      {form.value.role === 'manager' && (
        <Checkbox
          label="May verify payments"
          checked={form.value.mayVerifyPayments ?? true}
          onChange={(event) => form.edit({ mayVerifyPayments: event.target.checked })}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="admin" busy={form.busy} busyText="Adding...">
          Add
        </Button>
      </div>
    </form>
  );
}
