import { redirect } from 'react-router';

/** `/shop`, the target of the hero in default content, is the product listing (D6). */
export function loader() {
  return redirect('/all-products', 302);
}
