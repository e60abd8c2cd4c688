import { INVITE_HOURS, OTP_MINUTES, PASSWORD_MIN, RESET_MINUTES } from '#shop/accounts/accounts.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ShieldCheck } from '#web/ui/page-icons.ts';

/** The yellow box under every step of the reset (R2.2), and of an invitation, which has no OTP. */
export function SecurityNotice({ invited }: { invited: boolean }) {
  return (
    <aside className="note note-warn text-small" aria-labelledby="security-notice">
      <Icon of={ShieldCheck} />
      <div>
        <b id="security-notice">Security Notice</b>
        <ul className="mt-1 grid gap-0.5">
          {!invited && <li>OTP expires after {OTP_MINUTES} minutes</li>}
          <li>
            {invited
              ? `Your invitation expires after ${INVITE_HOURS} hours`
              : `Reset link expires after ${RESET_MINUTES} minutes`}
          </li>
          <li>Choose a strong password of at least {PASSWORD_MIN} characters</li>
          <li>{invited ? 'Do not share the link' : 'Do not share the OTP or link'}</li>
          {!invited && <li>Contact support if you did not request it</li>}
        </ul>
      </div>
    </aside>
  );
}
