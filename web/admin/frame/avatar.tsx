import type { AdminUser } from '../lib/session.ts';

/** The first letter of whoever is signed in. */
export function Avatar({ user }: { user: AdminUser }) {
  return (
    <span
      className="grid place-items-center flex-none size-8 rounded-[50%] bg-leaf-800 text-white weight-700"
      aria-hidden="true"
    >
      {(user.name || user.email).charAt(0).toUpperCase()}
    </span>
  );
}
