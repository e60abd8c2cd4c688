import { NAME_MAX, ProfileInput } from '#shop/accounts/staff.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { rememberUser, useAdminUser } from '../lib/session.ts';
import { firstErrors } from '../ui/first-errors.ts';
import { useForm } from '../ui/use-form.ts';
import { accountCalls } from './account-api.ts';
import { useSaving } from './use-saving.ts';

/** The own name: it stands beside what the signed-in person does. */
export function NameForm() {
  const user = useAdminUser();
  const { run } = useSaving();
  const form = useForm({
    start: { name: user?.name ?? '' },
    check: (value) => firstErrors(ProfileInput, value),
    onSubmit: async (value) => {
      await run('name', () => accountCalls.changeName(value), {
        otherwise: 'Failed to save your name. Please try again.',
        onDone: (saved) => {
          if (user) rememberUser({ ...user, name: saved.user.name });
          form.clear();
        },
        onFields: form.refuse,
      });
    },
  });
  return (
    <section className="admin-card" aria-labelledby="your-name">
      <header className="card-head">
        <h2 id="your-name">Your name</h2>
      </header>
      <form className="card-body grid gap-4" {...form.props}>
        <TextField
          label="Name"
          admin
          autoComplete="name"
          maxLength={NAME_MAX}
          hint="It stands in the history of orders and in the audit log, beside what you do."
          {...form.text('name')}
        />
        <Button type="submit" size="admin" className="justify-self-start" busy={form.busy} busyText="Saving...">
          Save name
        </Button>
      </form>
    </section>
  );
}
