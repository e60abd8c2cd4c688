import { redirect } from 'react-router';

/** `/shop`, the hero link in the default content, redirects to the product listing (D6). */
export function loader() {
  return redirect('/all-products', 302);
}
