import { redirect } from 'react-router';

/** `/admin-login` and `/admin/login` are older names of the sign-in page (D7). */
export function loader() {
  return redirect('/kingadminlogin', 302);
}
